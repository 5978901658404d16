import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { constants, type Http2ServerResponse } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import { clientAddress } from './clientAddress.ts';
import { isDirectCaller } from './directCaller.ts';
import type { ObservedServer } from './observe.ts';
import { finishRequest } from './unreadBody.ts';

/** Node's requests as the server's own. */
export function createListener(server: ObservedServer, isBehindProxy: boolean): RequestListener {
  const listener = getRequestListener(async (request, env) => {
    const incoming = env.incoming as IncomingMessage;
    const address = clientAddress(incoming, isBehindProxy);
    const response = await server.fetch(request, address, isDirectCaller(incoming, isBehindProxy));
    const isGivenUp = response.headers.get('connection') === 'close';
    if (incoming.httpVersionMajor === 1) await finishRequest(incoming, env.outgoing as ServerResponse, isGivenUp);
    // HTTP/2 has no such header: there a request ends alone.
    else if (response.headers.has('connection')) {
      response.headers.delete('connection');
      endStream(env.outgoing as Http2ServerResponse);
    }
    return response;
  });
  return (incoming, outgoing) => {
    nameHostOfCheck(incoming);
    return listener(incoming, outgoing);
  };
}

/** Tells the sender of an HTTP/2 request that no more of its body is wanted, once the answer is out (RFC 9113, 8.1). */
function endStream(outgoing: Http2ServerResponse): void {
  outgoing.once('finish', () => outgoing.stream.close(constants.NGHTTP2_NO_ERROR));
}

/** The plain check of a load balancer is HTTP/1.0, which has no Host (SAF-27). Other paths are nobody's without one. */
function nameHostOfCheck({ headers, httpVersion, url }: IncomingMessage): void {
  if (httpVersion === '1.0' && url === '/healthz') headers.host ??= 'localhost';
}
