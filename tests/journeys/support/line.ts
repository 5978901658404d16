/**
 * The line between phones and the product, with faults on demand. All contexts of a browser go through it: page, workers,
 * service worker. The address stays the same whatever happens behind it.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
}

/** What happens to a request. */
export type Fault =
  | 'pass'
  /** The connection breaks before the server hears of it. */
  | 'reset'
  /** The server does it, the answer is lost (T25). */
  | 'lostAnswer'
  /** Nothing ever comes back; `release` ends the wait. */
  | 'hang'
  /** The server hears of it after so many milliseconds. */
  | { readonly delayMs: number }
  /** Somebody else answers, such as a captive portal or a broken proxy (T24). */
  | { readonly status: number; readonly type: string; readonly body: string };

export interface Line {
  readonly url: string;
  /** Asked for every request, in order. */
  decide: (asked: Asked) => Fault;
  /** Every request so far. */
  readonly asked: Asked[];
  /** Resolves with the first request from now on that matches. */
  waitFor(matches: (asked: Asked) => boolean): Promise<Asked>;
  /** Breaks the connections of everything that hangs. */
  release(): void;
  close(): Promise<void>;
}

export const captivePortal = {
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Wi-Fi</title><form action="/login">ログイン</form>',
} satisfies Fault;
export const serverError: Fault = { status: 500, type: 'application/json', body: '{"code":"INTERNAL"}' };

export const isPut = ({ method, path }: Asked): boolean => method === 'PUT' && path.startsWith('/s3/');
export const isRegistration = ({ method, path }: Asked): boolean =>
  method === 'PUT' && path.startsWith('/f/media/list/items');

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const waiting = new Set<{ matches: (asked: Asked) => boolean; done: (asked: Asked) => void }>();
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();

  const server = createServer((incoming, outgoing) => {
    const asked = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' };
    line.asked.push(asked);
    const fault = line.decide(asked);
    for (const waiter of waiting) {
      if (!waiter.matches(asked)) continue;
      waiting.delete(waiter);
      waiter.done(asked);
    }
    if (fault === 'reset') incoming.socket.destroy();
    else if (fault === 'hang') hanging.add(incoming.resume().socket);
    else if (typeof fault === 'object' && 'delayMs' in fault)
      setTimeout(pass, fault.delayMs, incoming, outgoing, false);
    else if (typeof fault === 'object') {
      incoming.resume();
      outgoing.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body);
    } else pass(incoming, outgoing, fault === 'lostAnswer');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, isAnswerLost: boolean) {
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      if (isAnswerLost) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.on('error', () => passed.destroy());
    incoming.pipe(passed);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const line: Line = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    decide: () => 'pass',
    asked: [],
    waitFor: (matches) => new Promise((done) => waiting.add({ matches, done })),
    release() {
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
  return line;
}
