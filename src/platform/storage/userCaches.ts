/** Names of the worker's caches that belong to a user, and how they go at logout (T26, DAT-03). Shared by page and worker. */

const PREFIX = 'answers-user-';

/** Cache of one user's answers; the name does not give the user away. */
export async function userCacheName(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(userId));
  return PREFIX + [...new Uint8Array(digest).slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Deletes every user's answers on this device. */
export async function deleteUserCaches(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)));
}
