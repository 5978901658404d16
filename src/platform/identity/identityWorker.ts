import { type IssuedTokens, type SrpRequest, signInBySrp } from './identitySrp.ts';

export type SignInAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string };

/** The part of a worker's global scope we use; the page's typings know the page's only. */
declare const self: {
  onmessage: ((event: MessageEvent<SrpRequest>) => void) | null;
  postMessage(answer: SignInAnswer): void;
};

self.onmessage = ({ data }) => {
  signInBySrp(data).then(
    (tokens) => self.postMessage({ kind: 'issued', tokens }),
    (error: unknown) => self.postMessage({ kind: 'refused', ...describe(error) }),
  );
};
self.postMessage({ kind: 'ready' });

/** An Error loses its code on the way between threads. */
function describe(error: unknown): { name: string; message: string } {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  return { name: code ?? name ?? 'Error', message: message ?? '' };
}
