/** Push services of browsers' makers. A fan's browser names the address we send to: anything else could make us call anybody. */
const HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
  '.push.apple.com',
] as const;

/** Whether an endpoint is one of theirs, on the usual port. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return HOSTS.some((host) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
}

/** Whether it is Apple's, the one that is told by a header that a push is declarative. */
export const isApplePush = (endpoint: string): boolean => new URL(endpoint).hostname.endsWith('.push.apple.com');
