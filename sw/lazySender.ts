import { trustedScriptUrl } from '../src/platform/device/trustedTypes.ts';

/** What the sender's script leaves in the worker's global self. */
export interface SenderScope {
  drainOutbox?: (isLastChance: boolean) => Promise<void>;
  receivePush?: (text: string) => Promise<void>;
  receiveShare?: (request: Request, tenant: string) => Promise<Response>;
}

/** Where the build has put it (build/senderScript.ts). */
declare const SENDER_ADDRESS: string;
declare const self: ServiceWorkerGlobalScope & SenderScope;

/**
 * Brings the sender. At install this puts it among the worker's own scripts; from then on the same call needs no network, also
 * after the browser was closed. Every other start of the worker is spared the evaluation of image and storage code.
 */
export function importSender(): void {
  importScripts(trustedScriptUrl(SENDER_ADDRESS));
}

/** Sends what is due (`drainOutbox`). `isLastChance`: the browser will not fire this sync again. */
export async function drainLazily(isLastChance: boolean): Promise<void> {
  if (self.drainOutbox === undefined) importSender();
  await self.drainOutbox?.(isLastChance);
}

/** Shows what a push tells (`receivePush`). */
export async function pushLazily(text: string): Promise<void> {
  if (self.receivePush === undefined) importSender();
  await self.receivePush?.(text);
}

/** Takes in what the phone shares (`receiveShare`); a browser that never had the script leaves it to the server. */
export async function receiveLazily(request: Request, tenant: string): Promise<Response> {
  try {
    if (self.receiveShare === undefined) importSender();
  } catch {
    // Not among the scripts of this worker's install.
  }
  return self.receiveShare?.(request, tenant) ?? fetch(request);
}
