import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { clientAddress } from './clientAddress.ts';
import { isDirectCaller } from './directCaller.ts';
import type { ObservedServer } from './observe.ts';
import { finishRequest } from './unreadBody.ts';

/**
 * Node's requests as the server's own.
 * @param readOnMs how long the rest of a body nobody read is waited for, in milliseconds; left out: 20 seconds
 */
export function createListener(server: ObservedServer, isBehindProxy: boolean, readOnMs?: number): RequestListener {
  const listener = getRequestListener(async (request, env) => {
    const incoming = env.incoming as IncomingMessage;
    const address = clientAddress(incoming, isBehindProxy);
    const response = await server.fetch(request, address, isDirectCaller(incoming, isBehindProxy));
    await finishRequest(incoming, env.outgoing as ServerResponse, readOnMs);
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
