/**
 * The line between phones and the product, with faults on demand. All contexts of a browser go through it: page, workers,
 * service worker. The address stays the same whatever happens behind it.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The page that asks by CORS; undefined: the same origin, or a request whose answer the page cannot read. */
  readonly origin: string | undefined;
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
  /** The server answers at once; the answer arrives when this resolves. */
  | { readonly answerAfter: Promise<unknown> }
  /** Somebody else answers, such as a captive portal or a broken proxy (T24). */
  | { readonly status: number; readonly type: string; readonly body: string | Uint8Array; readonly afterMs?: number };

interface LineOptions {
  /** Published pictures have an origin of their own, as behind a content network. */
  readonly hasPicturesApart?: boolean;
}

export interface Line {
  readonly url: string;
  /** Origin of published pictures; null: the line's own. */
  readonly pictures: string | null;
  /** Asked for every request, in order. */
  decide: (asked: Asked) => Fault;
  /** Every request so far. */
  readonly asked: Asked[];
  /** Every answer of the product so far, as it was compressed. */
  readonly answered: { readonly path: string; readonly encoding: string | undefined }[];
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

export async function openLine(target: string, { hasPicturesApart = false }: LineOptions = {}): Promise<Line> {
  const { hostname, port } = new URL(target);
  const waiting = new Set<{ matches: (asked: Asked) => boolean; done: (asked: Asked) => void }>();
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const asked = { method, path: url, origin: headers.origin };
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
    else if (typeof fault === 'object' && 'answerAfter' in fault) pass(incoming, outgoing, false, fault.answerAfter);
    else if (typeof fault === 'object') {
      incoming.resume();
      const bytes = Buffer.from(fault.body);
      const answer = () =>
        outgoing.writeHead(fault.status, { 'content-type': fault.type, 'content-length': bytes.length }).end(bytes);
      if (fault.afterMs === undefined) answer();
      else setTimeout(answer, fault.afterMs);
    } else pass(incoming, outgoing, fault === 'lostAnswer');
  };
  const servers = Array.from({ length: hasPicturesApart ? 2 : 1 }, () => createServer(handle));
  for (const server of servers)
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });

  function pass(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    isAnswerLost: boolean,
    answerAfter: Promise<unknown> = Promise.resolve(),
  ) {
    const { method, url: path = '/', headers } = incoming;
    const isTold = line.pictures !== null && namesPictures(path);
    const asked = isTold ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const passed = request({ hostname, port, method, path, headers: asked }, async (answer) => {
      line.answered.push({ path, encoding: answer.headers['content-encoding'] });
      await answerAfter;
      if (isAnswerLost) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      if (isTold && line.pictures !== null) {
        void tellOfPictures(answer, outgoing, line.pictures);
        return;
      }
      openPolicy(answer.headers, line.pictures);
      // A content network has no such header, and the product none for its pictures there.
      if (path.startsWith(PUBLISHED)) delete answer.headers['cross-origin-resource-policy'];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.on('error', () => passed.destroy());
    incoming.pipe(passed);
  }

  for (const server of servers) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const [port_, picturesPort] = servers.map((server) => (server.address() as AddressInfo).port);
  const line: Line = {
    url: `http://localhost:${port_}`,
    // Another host name is another origin.
    pictures: picturesPort === undefined ? null : `http://127.0.0.1:${picturesPort}`,
    decide: () => 'pass',
    asked: [],
    answered: [],
    waitFor: (matches) => new Promise((done) => waiting.add({ matches, done })),
    release() {
      for (const socket of hanging) socket.destroy();
      hanging.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
  return line;
}

/** Where the product shows published pictures without a content network. */
const PUBLISHED = '/s3/photos/';
/** Pages and settings say where pictures are. */
const namesPictures = (path: string): boolean => /^\/(?:[^?]*(?:\.html|\/)|config\.json)?(?:\?|$)/.test(path);

/** The content policy names the origin of pictures, also to the worker. */
function openPolicy(headers: IncomingHttpHeaders, origin: string | null): void {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string' || origin === null) return;
  headers['content-security-policy'] = policy.replaceAll(/(?:img|connect)-src 'self'/g, `$& ${origin}`);
}

/** The product's answer, as it is where pictures have an origin of their own: addresses and settings. */
async function tellOfPictures(answer: IncomingMessage, outgoing: ServerResponse, origin: string): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { 'content-length': _, ...headers } = answer.headers;
  openPolicy(headers, origin);
  const text = Buffer.concat(parts).toString();
  const body = text.replaceAll(/(?<=["'(,]|&quot;)\/s3\/photos\b/g, `${origin}$&`);
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(body);
}
