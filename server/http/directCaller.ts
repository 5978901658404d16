import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Headers by which proxies, load balancers and content networks say for whom they ask. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|(?:x-)?(?:real|client|cluster-client|true-client|original)-(?:ip|for|host|url)|x-(?:original|envoy|amzn|azure|arr|proxyuser|scheme|varnish)(?:-.+)?|cf-.+|cdn-loop|fastly-.+|x-proxy-.+)$/;

/** Whether a proxy has left a trace in what it passed on. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from this machine itself, asked of this very server (SAF-04): over loopback, by a name and the
 * port of its own, with no trace of a proxy. A proxy that stands on this machine comes over loopback too, and many pass on
 * what they were configured with as Host; those speak HTTP/1.0 to us (nginx by custom) or say for whom they ask.
 * @param isBehindProxy a proxy of ours is in front: then nobody is direct
 */
export function isDirectCaller(request: IncomingMessage, isBehindProxy: boolean): boolean {
  const { headers, socket, httpVersion } = request;
  if (isBehindProxy || httpVersion === '1.0' || isForwarded(headers)) return false;
  if (!/^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')) return false;
  // As a request to a proxy would be written: with the whole address.
  if (!request.url?.startsWith('/')) return false;
  const isTls = 'encrypted' in socket && socket.encrypted === true;
  const own = ownHosts(socket.localPort ?? 0, isTls);
  const named = [headers[':authority'], headers.host].flat().filter((host) => host !== undefined);
  if (named.length === 0 || !named.every((host) => own.has(host.toLowerCase()))) return false;
  // A page opened by another name asks with that name here.
  const origins = [headers.origin, headers.referer].flat().filter((origin) => origin !== undefined);
  return origins.every((origin) => URL.canParse(origin) && own.has(new URL(origin).host));
}

function ownHosts(port: number, isTls: boolean): ReadonlySet<string> {
  const withPort = OWN_NAMES.map((name) => `${name}:${port}`);
  return new Set(port === (isTls ? 443 : 80) ? [...withPort, ...OWN_NAMES] : withPort);
}
