/** A server that was asked to end and goes on answering until its load balancer has left it. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listenHttp } from '../../server/http/nodeServer.ts';

test('HLF-12c who leaves fails its check, answers the rest, and says of each connection that it ends', async () => {
  const held: ServerResponse[] = [];
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    if (incoming.url === '/held') held.push(response);
    else response.end('answered');
  };
  const http = await listenHttp(listener, { port: 0, host: '127.0.0.1', tls: null });
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string) => {
    const sent = request({ port: http.port, host: '127.0.0.1', path, agent }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'close');
    return { status: answer.statusCode, connection: answer.headers.connection, isKept: sent.reusedSocket };
  };
  const kept = { status: 200, connection: 'keep-alive' };
  expect(await get('/healthz')).toMatchObject(kept);
  const running = get('/held');
  await expect.poll(() => held.length).toBe(1);
  expect(await get('/')).toMatchObject(kept);

  const ended = http.drain({ delayMs: 10_000, graceMs: 0 });
  held[0]?.end();
  expect(await running).toMatchObject({ status: 200, connection: 'close' });
  expect(await get('/')).toEqual({ status: 200, connection: 'close', isKept: true });
  expect(await get('/'), 'a new connection').toEqual({ status: 200, connection: 'close', isKept: false });
  expect(await get('/healthz')).toMatchObject({ status: 503, connection: 'close' });
  await ended;
  await expect(get('/')).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
});
