/** Node's server for the product: HTTP/1.1, or with a certificate HTTP/2 beside it; and its end. */
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TlsSettings } from '../config/settings.ts';
import { shareConnections } from './connectionShares.ts';
import { limitTimes } from './timeLimits.ts';

export type NodeServer = HttpServer | Http2SecureServer;

/** What one photo may be ahead of our reading, in bytes. HTTP/2's own 64 KB made uploads over 150 ms 2.2 times slower. */
export const STREAM_WINDOW = 1024 * 1024;
/** What all photos of one connection may be ahead together. */
export const SESSION_WINDOW = 4 * STREAM_WINDOW;
const STREAMS_PER_SESSION = 128;
/** TLS 1.3 before 1.2, and of 1.2 what has forward secrecy and authenticated encryption; Node's own list has CBC suites too. */
const TLS_CHOICES = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ].join(':'),
  honorCipherOrder: true,
} as const;
/** A screen of photos answered at once must fit, or the last of them are refused. In MB; Node's own is 10. */
const SESSION_MEMORY_MB = 64;
/** More connections than this are refused: each costs memory, and a process has no more files to open than about so many. */
const MAX_CONNECTIONS = 8_000;

export interface RunningHttp {
  readonly port: number;
  /** New certificates for new connections. */
  renewTls(tls: TlsSettings): void;
  /**
   * For `delayMs` all is answered, but the health check says that this server leaves, and connections end with their next answer. Then it
   * takes no new work, lets what runs finish for `graceMs`, and cuts it off.
   */
  drain(times: { readonly delayMs: number; readonly graceMs: number }): Promise<void>;
}

export interface HttpPlace {
  readonly port: number;
  readonly host: string;
  readonly tls: TlsSettings | null;
  readonly maxConnections?: number;
  /** A proxy of ours is in front: all connections come from it, and it shares them out (`deploy/nginx.conf`). Left out: none is. */
  readonly isBehindProxy?: boolean;
}

/** Listens. Rejects when the port is taken. */
export async function listenHttp(
  listener: RequestListener,
  { port, host, tls, maxConnections = MAX_CONNECTIONS, isBehindProxy = false }: HttpPlace,
): Promise<RunningHttp> {
  const door = createDoor(listener);
  const http = tls === null ? createServer(door.listener) : createTlsServer(tls, door.listener);
  http.maxConnections = maxConnections;
  limitTimes(http);
  if (!isBehindProxy) shareConnections(http, maxConnections);
  const open = trackConnections(http);
  await new Promise<void>((done, fail) => {
    http.once('error', fail);
    http.listen(port, host, done);
  });
  return {
    port: (http.address() as AddressInfo).port,
    renewTls(renewed) {
      if ('setSecureContext' in http) http.setSecureContext({ ...renewed, ...TLS_CHOICES });
    },
    async drain({ delayMs, graceMs }) {
      door.leave();
      for (const session of open.sessions) session.close();
      if (delayMs > 0) await pause(delayMs);
      door.close();
      const closed = new Promise<void>((done) => http.close(() => done()));
      for (const session of open.sessions) session.close();
      if ('closeIdleConnections' in http) http.closeIdleConnections();
      const timer = setTimeout(() => {
        for (const session of open.sessions) session.destroy();
        for (const socket of open.sockets) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/**
 * The listener, but for TRACE. Once it leaves, a load balancer's check is told so, and answers say that their connection ends: who sends
 * the next request knows it before. Once it is closed, what comes is refused.
 */
function createDoor(listener: RequestListener) {
  let stage: 'open' | 'leaving' | 'closed' = 'open';
  const running = new Set<ServerResponse>();
  const isRefused = ({ url = '' }: IncomingMessage) =>
    stage === 'closed' || (stage === 'leaving' && /^\/healthz(?:\?|$)/.test(url));
  return {
    listener: ((request, response) => {
      // A method that the Request of the Fetch standard does not know; nobody here echoes requests.
      if (request.method === 'TRACE') {
        response.writeHead(405, { allow: 'GET, HEAD, PUT, POST, DELETE, OPTIONS' });
        response.end();
        return;
      }
      if (isRefused(request)) return refuse(request, response);
      if (request.httpVersionMajor < 2) {
        running.add(response);
        response.shouldKeepAlive &&= stage === 'open';
        response.once('close', () => {
          running.delete(response);
          // Its head was out before the end began: the connection would wait for a next request.
          if (stage === 'closed') request.socket.destroySoon();
        });
      }
      return listener(request, response);
    }) as RequestListener,
    leave() {
      stage = 'leaving';
      for (const response of running) response.shouldKeepAlive = false;
    },
    close() {
      stage = 'closed';
    },
  };
}

/** A connection that stayed open asks once more: another copy, or the next start, will answer. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  const ending = request.httpVersionMajor < 2 ? { connection: 'close' } : {};
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', ...ending });
  response.end('{"code":"UNAVAILABLE"}');
}

function createTlsServer(tls: TlsSettings, listener: RequestListener): Http2SecureServer {
  const settings = { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: STREAMS_PER_SESSION };
  // Node's HTTP/2 requests and responses are made to pass for those of HTTP/1.1.
  const http = createSecureServer(
    {
      ...tls,
      ...TLS_CHOICES,
      allowHTTP1: true,
      settings,
      maxSessionMemory: SESSION_MEMORY_MB,
    },
    listener as never,
  );
  http.on('session', (session) => session.setLocalWindowSize(SESSION_WINDOW));
  return http;
}

function trackConnections(http: NodeServer) {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  (http as HttpServer).on('connection', track);
  (http as Http2SecureServer).on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  return { sockets, sessions };
}
