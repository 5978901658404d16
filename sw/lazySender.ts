import { unknownPush } from '../src/messages/jaUnknownPush.ts';
import { trustedScriptUrl } from '../src/platform/device/trustedTypes.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import type { ReceivedPush } from './receivePush.ts';

/** What the sender's script leaves in the worker's global self. */
export interface SenderScope {
  drainOutbox?: (isLastChance: boolean) => Promise<void>;
  receivePush?: (received: ReceivedPush) => Promise<void>;
  renewPush?: () => Promise<void>;
  receiveShare?: (request: Request, tenant: string) => Promise<Response>;
  receiveSystemFetch?: (event: SystemFetchEvent) => Promise<void>;
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

/** Shows what a push tells (`receivePush`); something in any case, since Apple ends subscriptions over pushes that show nothing (KEP-04). */
export async function pushLazily(received: ReceivedPush): Promise<void> {
  try {
    if (self.receivePush === undefined) importSender();
    if (self.receivePush === undefined) throw new Error('no sender');
    await self.receivePush(received);
  } catch {
    // Not among the scripts of this worker's install, or the device denies what it needs.
    await self.registration.showNotification(unknownPush.title, { body: unknownPush.body, lang: 'ja', tag: 'unknown' });
  }
}

/** Subscribes anew where the browser ended the subscription (`renewPush`). */
export async function renewPushLazily(): Promise<void> {
  if (self.renewPush === undefined) importSender();
  await self.renewPush?.();
}

/** Takes in what the browser fetched by itself, or opens the page it is for (`receiveSystemFetch`). */
export async function systemFetchLazily(event: SystemFetchEvent): Promise<void> {
  if (self.receiveSystemFetch === undefined) importSender();
  await self.receiveSystemFetch?.(event);
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
