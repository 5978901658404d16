/**
 * The one server all contenders send to, with faults on demand: an upload in one request (`POST /upload`, stored and registered
 * at once), the tus protocol (`tusCalls.ts`) and the product's own way (`ourCalls.ts`). It counts every byte it reads and every
 * registration, and forgives nothing by itself: what is registered twice is there twice, unless it comes with the key of a request
 * that was done.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createLedger, distinct, type Ledger } from './ledger.ts';
import { type Answer, answerOurs, isOurs } from './ourCalls.ts';
import { type FaultName, PHOTO_BYTES, PHOTOS, type StepName } from './plan.ts';
import { claimsOfBearer } from './tokens.ts';
import { createTusCalls, isLastPart, isTus } from './tusCalls.ts';

export interface FaultServer {
  readonly url: string;
  readonly ledger: Ledger;
  /** null: all is well. */
  fault: FaultName | null;
  /** Of a flapping line: it is down just now. */
  isDown: boolean;
  /** Resolves when the step is reached; the request at hand waits until `release` or `drop`. */
  reach(step: StepName): Promise<void>;
  release(): void;
  /** Whoever sent the request at hand is dead. */
  drop(): void;
  close(): Promise<void>;
}

/** Until a connection without an answer breaks. */
const SILENCE_MS = 1_500;
const MARK = 'BENCHPHOTO';
const PORTAL = '<!doctype html><title>Wi-Fi</title><form action="/login"></form>';

/** @param files pages and scripts by path; they are always served: the app is installed */
export async function openFaultServer(
  files: ReadonlyMap<string, { type: string; body: Buffer }>,
): Promise<FaultServer> {
  const ledger = createLedger();
  const tus = createTusCalls(ledger, photoOf);
  const sockets = new Set<Socket>();
  let armed: { readonly step: StepName; readonly reached: () => void } | null = null;
  let held: Promise<'go on' | 'drop'> = Promise.resolve('go on');
  let free: (how: 'go on' | 'drop') => void = () => undefined;

  /** Stops here if this is the step to stop at. True: it was, and now goes on. */
  async function stopAt(step: StepName): Promise<boolean> {
    if (armed?.step !== step) return false;
    armed.reached();
    armed = null;
    if ((await held) === 'drop') throw new Error('nobody asks any more');
    return true;
  }
  const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
    url === '/upload' ||
    (method === 'PUT' && url.startsWith('/s3/') && url.includes('/original/')) ||
    (method === 'PATCH' && isTus(url));
  const isRegistration = (request: IncomingMessage): boolean =>
    request.url === '/upload' ||
    isLastPart(request) ||
    (request.method === 'PUT' && request.url?.startsWith('/f/media/list/items') === true);
  /** The last registration of a post is the one at which the kills between the steps strike. */
  const isLast = (request: IncomingMessage, photo: string | null): boolean =>
    isRegistration(request) && ((photo === null && !isTus(request.url ?? '')) || distinct(ledger).size >= PHOTOS - 1);

  /** The whole body. Stops half way at the third photo if told so. */
  async function read(request: IncomingMessage): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    try {
      for await (const part of request as AsyncIterable<Buffer>) {
        parts.push(part);
        length += part.length;
        ledger.sentBytes += part.length;
        ledger.lastHeardAt = Date.now();
        const isHalf = isUpload(request) && length > PHOTO_BYTES / 2 && ledger.objects.size >= 2;
        if (isHalf && (await stopAt('during')) && breaksLine(server.fault, server.isDown)) request.socket.destroy();
      }
    } catch (error) {
      if (isTus(request.url ?? '')) await tus.keep(request, Buffer.concat(parts));
      throw error;
    }
    return Buffer.concat(parts);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const file = files.get(path);
    if (file) {
      response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(file.body);
      return;
    }
    if (path !== '/upload' && !isTus(path) && !isOurs(path)) {
      response.writeHead(404).end();
      return;
    }
    ledger.lastHeardAt = Date.now();
    if (breaksLine(server.fault, server.isDown)) {
      request.socket.destroy();
      return;
    }
    const body = await read(request);
    const photo = photoOf(body);
    if (path === '/upload' && photo !== null) ledger.objects.set(photo, { size: body.length, photo });
    const isWrite = ['PUT', 'POST', 'PATCH'].includes(request.method ?? '') && (!isOurs(path) || isStored(request));
    const decide = async () => {
      if (isLast(request, path === '/upload' ? photo : null)) await stopAt('between');
      return imposed(server.fault, server.isDown, isWrite) ?? (await work(request, path, body, photo));
    };
    const answer = await (isLastPart(request) ? inTurn(decide) : decide());
    if (answer !== 'none' && isLast(request, null) && distinct(ledger).size >= PHOTOS && (await stopAt('after'))) {
      request.socket.destroy();
      return;
    }
    if (answer === 'none') request.socket.destroy();
    else if (server.fault === 'landed' && isWrite) setTimeout(() => request.socket.destroy(), SILENCE_MS);
    else response.writeHead(answer.status, { date: new Date().toUTCString(), ...answer.headers }).end(answer.body);
  }

  /** Photos are finished one after the other: otherwise none of those that come at once would be known as the last. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const mine = turn.then(run);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function work(request: IncomingMessage, path: string, body: Buffer, photo: string | null): Promise<Answer> {
    if (isTus(path)) return tus.answer(request, body);
    if (path !== '/upload') return answerOurs(ledger, request, body, photo);
    const user = claimsOfBearer(request.headers.authorization, ledger.revoked)?.sub;
    if (user === undefined) return json(401, { code: 'UNAUTHENTICATED' });
    if (photo === null) return json(400, { code: 'INVALID_REQUEST' });
    const { 'idempotency-key': key } = request.headers;
    const isRepeated = typeof key === 'string' && ledger.keys.has(key);
    if (typeof key === 'string') ledger.keys.add(key);
    if (!isRepeated) ledger.registered.push({ photo, user, at: Date.now() });
    return json(200, { url: `/photos/${photo}` });
  }

  const http = createServer((request, response) => {
    // Browsers by themselves repeat a request whose kept connection broke without an answer. That is not what is looked at here.
    response.shouldKeepAlive = false;
    // A connection that breaks while its body is read.
    handle(request, response).catch(() => response.destroy());
  });
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const server: FaultServer = {
    url: `http://localhost:${(http.address() as AddressInfo).port}`,
    ledger,
    fault: null,
    isDown: false,
    reach(step) {
      held = new Promise((done) => {
        free = done;
      });
      return new Promise((reached) => {
        armed = { step, reached };
      });
    },
    release() {
      armed = null;
      free('go on');
    },
    drop() {
      armed = null;
      free('drop');
    },
    close: () =>
      new Promise((done) => {
        tus.close();
        for (const socket of sockets) socket.destroy();
        http.close(() => done());
      }),
  };
  return server;
}

/** By the product's own calls: a photo's file, or a post. The calls of its sign-in are no writes. */
const isStored = ({ method }: IncomingMessage): boolean => method === 'PUT';

const breaksLine = (fault: FaultName | null, isDown: boolean): boolean =>
  fault === 'offline' || (fault === 'flapping' && isDown);

/** What the fault answers instead of the server. null: nothing; 'none': the line is dead. */
function imposed(fault: FaultName | null, isDown: boolean, isWrite: boolean): Answer | 'none' | null {
  if (breaksLine(fault, isDown)) return 'none';
  if (fault === 'portal') return { status: 200, headers: { 'content-type': 'text/html' }, body: PORTAL };
  if (fault === '500' && isWrite) return json(500, { code: 'INTERNAL' });
  return null;
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Which photo these bytes are of; null: none, or a thumbnail's. */
function photoOf(body: Buffer): string | null {
  const at = body.indexOf(MARK);
  return at < 0 ? null : body.toString('latin1', at, at + MARK.length + 2);
}
