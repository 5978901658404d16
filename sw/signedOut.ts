import type { WorkboxPlugin } from 'workbox-core/types.js';

/**
 * The fan who signed out last on this device, by id. A page that still shows them asks once more as a visitor: in this worker's
 * life nothing is kept or written down under an address that names them (SAF-15), until they sign in again.
 */
let signedOut: string | null = null;

export function rememberSignedOut(userId: string): void {
  signedOut = userId;
}

export function hasSignedIn(userId: string): void {
  if (signedOut === userId) signedOut = null;
}

export const namesSignedOut = (url: string): boolean => signedOut !== null && url.includes(signedOut);

/**
 * Keeps nothing that was asked for before a wipe and came after it (T26), nor what stands under an address of the fan who signed
 * out. `begun`: count of wipes when the request came, where that was before its strategy began.
 */
export const notAcrossWipes = (wipes: () => number, begun?: number): WorkboxPlugin => ({
  handlerWillStart: async ({ state }) => {
    if (state) state.begun = begun ?? wipes();
  },
  cacheWillUpdate: async ({ request, response, state }) =>
    state?.begun === wipes() && !namesSignedOut(request.url) ? response : null,
});
