/** nginx with the product's own configuration (server/deploy/nginx.conf), before a server that counts what it is asked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { findNginx } from '../../.ci/ensure-nginx.mjs';
import { createListener } from '../../server/http/nodeListener.ts';
import type { ObservedServer } from '../../server/http/observe.ts';
import { makeCertificate } from '../api/tlsSetup.ts';

export const NGINX_CONF = resolve(import.meta.dirname, '../../server/deploy/nginx.conf');
/** The name the configuration is for. */
export const EDGE_HOST = 'photos.example.jp';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export interface EdgeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export type Edge = Awaited<ReturnType<typeof startEdge>>;

/** Only ports and places of files are changed: what stands in the file is what runs. */
function configuration(folder: string, { edge, rest, origin }: Record<'edge' | 'rest' | 'origin', number>): string {
  const changes: [RegExp, string, number][] = [
    [/listen 443 ssl http2/g, `listen 127.0.0.1:${edge} ssl http2`, 2],
    [/listen 80\b/g, `listen 127.0.0.1:${rest}`, 2],
    [/\/etc\/ssl\/photos\.example\.jp\b/g, join(folder, 'tls'), 2],
    [/127\.0\.0\.1:3000/g, `127.0.0.1:${origin}`, 1],
    [/\/run\/nginx\.pid/g, join(folder, 'pid'), 1],
    [/\/var\/cache\/nginx\/edge/g, join(folder, 'edge'), 1],
    [/http \{\n/g, `http {\n${TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};\n`).join('')}`, 1],
  ];
  return changes.reduce(
    (text, [pattern, replacement, times]) => {
      const found = text.match(pattern)?.length;
      if (found !== times) throw new Error(`${pattern} stands ${found} times in nginx.conf, not ${times} times`);
      return text.replace(pattern, replacement);
    },
    readFileSync(NGINX_CONF, 'utf8'),
  );
}

/** Held until both are known: asked for one after the other, they may be the same. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createTcpServer(), createTcpServer()] as const;
  const listen = async (server: (typeof servers)[number]) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const ports: [number, number] = [await listen(servers[0]), await listen(servers[1])];
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** @param fetch the server behind it */
export async function startEdge(fetch: ObservedServer['fetch']) {
  /** Addresses the server was asked for, as they came, since the last look. */
  const asked: string[] = [];
  /** Names of headers it was sent with them. */
  const heard = new Set<string>();
  const listener = createListener({ fetch }, true);
  const http = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    for (const name of Object.keys(incoming.headers)) heard.add(name);
    listener(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  const [port, rest] = await freePorts();
  const ports = { edge: port, rest, origin: (http.address() as AddressInfo).port };
  const tls = await makeCertificate(EDGE_HOST);
  writeFileSync(join(folder, 'tls.pem'), tls.cert);
  writeFileSync(join(folder, 'tls.key'), tls.key);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, ports));
  const global = `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''}`;
  const nginx = spawn(findNginx() ?? 'nginx', ['-p', folder, '-e', 'stderr', '-c', file, '-g', global], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  nginx.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(nginx, 'exit');
  await vi.waitFor(
    async () => {
      if (nginx.exitCode !== null) throw new Error(said);
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    },
    { timeout: 60_000, interval: 20 },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 32, servername: EDGE_HOST, rejectUnauthorized: false });

  function get(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<EdgeAnswer> {
    return new Promise((done, fail) => {
      const options = { agent, port, host: '127.0.0.1', path, method, headers: { host: EDGE_HOST, ...headers } };
      request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          done({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
        });
      })
        .on('error', fail)
        .end(body);
    });
  }

  return {
    port,
    get,
    /** What came to the server since the last time this was asked. */
    takeAsked: () => asked.splice(0),
    takeHeard: () => {
      const names = [...heard].sort();
      heard.clear();
      return names;
    },
    async close() {
      agent.destroy();
      nginx.kill('SIGTERM');
      await ended;
      http.closeAllConnections();
      http.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
