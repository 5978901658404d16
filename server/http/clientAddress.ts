import type { IncomingMessage } from 'node:http';

/**
 * The network a request comes from, for counting: an IPv4 address, or the first half of an IPv6 one (a household has
 * as many of the second half as it likes). Null when the connection is gone.
 * @param isBehindProxy whether a proxy of ours wrote the last entry of X-Forwarded-For; anybody can write the others
 */
export function clientAddress(request: IncomingMessage, isBehindProxy: boolean): string | null {
  const forwarded = isBehindProxy
    ? [request.headers['x-forwarded-for']].flat().at(-1)?.split(',').at(-1)?.trim()
    : null;
  const address = forwarded || request.socket.remoteAddress;
  return address === undefined ? null : networkOfPeer(address);
}

/** The network an IPv4 or IPv6 address belongs to, as `clientAddress` counts it. */
export function networkOfPeer(peer: string): string {
  const address = peer.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...new Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
