import type { Server } from 'node:http';
import { constants, type Http2SecureServer, Http2ServerRequest } from 'node:http2';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** 25 MB at 100 kbit/s take 35 minutes; nothing takes longer. */
export const LONGEST_REQUEST_MS = 40 * MINUTE_MS;
/** A quarter of a megabyte at 100 kbit/s takes 20 seconds. */
const BODY_MS = MINUTE_MS;
const UPLOADS = /^\/s3\//;

/** Connections that dawdle are ended, so that a few of them cannot hold all: slow uploads of photos may take their time. */
export function limitTimes(
  server: Server | Http2SecureServer,
  { bodyMs = BODY_MS, silenceMs = 2 * MINUTE_MS } = {},
): void {
  // A server that speaks HTTP/2 has the same bounds for those who speak HTTP/1.1 to it.
  const http = server as Server;
  http.headersTimeout = 20 * SECOND_MS;
  http.requestTimeout = LONGEST_REQUEST_MS;
  // Longer than a load balancer keeps its own end (60 seconds is usual): only it may close a connection it is about to use.
  http.keepAliveTimeout = 65 * SECOND_MS;
  // Nothing sent and nothing received for so long.
  http.timeout = silenceMs;
  http.prependListener('request', (request) => {
    if (request.method === 'GET' || UPLOADS.test(request.url ?? '')) return;
    const timer = setTimeout(() => giveUp(request), bodyMs);
    request.once('end', () => clearTimeout(timer));
    request.once('close', () => clearTimeout(timer));
  });
}

/** In HTTP/2 the dawdling request ends alone: others share its connection. */
function giveUp(request: unknown): void {
  if (request instanceof Http2ServerRequest) request.stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  else (request as { destroy(): void }).destroy();
}
