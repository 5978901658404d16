import { trustedScriptUrl } from '../src/platform/trustedTypes.ts';

/** What `/sender.js` leaves in the worker's global scope. */
export interface SenderScope {
  drainOutbox?: () => Promise<void>;
}

const ADDRESS = '/sender.js';
const scope = self as unknown as SenderScope;

/**
 * Brings the sender. At install this puts it among the worker's own scripts; from then on the same call needs no network, also
 * after the browser was closed. Every other start of the worker is spared the evaluation of image and storage code.
 */
export function importSender(): void {
  importScripts(trustedScriptUrl(ADDRESS));
}

/** Sends what is due (`drainOutbox`). */
export async function drainLazily(): Promise<void> {
  if (scope.drainOutbox === undefined) importSender();
  await scope.drainOutbox?.();
}
