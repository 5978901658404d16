import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
    if (incoming.httpVersionMajor === 1) await finishRequest(incoming, env.outgoing as ServerResponse);
    // HTTP/2 has no such header: there a request ends alone.
    else if (response.headers.has('connection')) response.headers.delete('connection');
    return response;
  });
  return (incoming, outgoing) => {
    nameHostOfCheck(incoming);
    return listener(incoming, outgoing);
  };
}

/** The plain check of a load balancer is HTTP/1.0, which has no Host (SAF-27). Other paths are nobody's without one. */
function nameHostOfCheck({ headers, httpVersion, url }: IncomingMessage): void {
  if (httpVersion === '1.0' && url === '/healthz') headers.host ??= 'localhost';
}
