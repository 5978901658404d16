/** Names of the worker's caches that belong to a user, and how they go at logout (T26, DAT-03). Shared by page and worker. */

const PREFIX = 'answers-user-';

/** Cache of one user's answers; the name does not give the user away. */
export async function userCacheName(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userId));
  return PREFIX + [...new Uint8Array(digest).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Message to the worker: answers on their way for a user are not to be kept any more. */
export const WIPE_MESSAGE = { type: 'WIPE_USERS' } as const;

/** Deletes every user's answers on this device. */
export async function deleteUserCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
