import type { WriteEndpoint } from '../../contract/changedAnswers.ts';

/** A write the server has taken, as windows of one browser tell each other (KEY-03). */
export interface Write {
  readonly name: WriteEndpoint;
  /** Whose it is. */
  readonly fan: string;
  /** The photo, where it is about one. */
  readonly mediaUrl?: string;
}

let opened: BroadcastChannel | null = null;
/** Opened with the first use; a window does not hear itself. Without BroadcastChannel each window is alone. */
const channel = (): BroadcastChannel | null => {
  if (typeof BroadcastChannel === 'undefined') return null;
  opened ??= new BroadcastChannel('writes');
  return opened;
};

/** Nothing of the call is told but its name and its photo. Nobody's writes are told to nobody. */
export function tellWrite(name: WriteEndpoint, body: unknown, fan: string | null): void {
  if (fan === null) return;
  const { media_url: mediaUrl } = (body ?? {}) as { readonly media_url?: string };
  channel()?.postMessage({ name, fan, ...(mediaUrl === undefined ? {} : { mediaUrl }) } satisfies Write);
}

/** @returns ends it */
export function hearWrites(listener: (write: Write) => void): () => void {
  const handle = ({ data }: MessageEvent<Write>) => listener(data);
  const heard = channel();
  heard?.addEventListener('message', handle);
  return () => heard?.removeEventListener('message', handle);
}
