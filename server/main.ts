import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Kysely } from 'kysely';
import { createServer, type Server, type ServerDeps } from './app.ts';
import { demoAccounts, seedDemo } from './demo/seed.ts';
import { createEmbeddedParts, type EmbeddedParts } from './embeddedParts.ts';
import { clientAddress } from './http/clientAddress.ts';
import { limitTimes } from './http/timeLimits.ts';
import { EMBEDDED_POOL } from './identity/embeddedPool.ts';
import type { IdentityTables } from './identity/tables.ts';
import { openDatabase } from './store/database.ts';
import type { Database } from './store/schema.ts';

export interface StartOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL server in place of the embedded database. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the demo's pictures (`ensureDemoPictures`), to fill what has no demo content yet; null: no demo. */
  readonly demoPictures: string | null;
  /** Folder of the built client; null: pages are served by `wrap`. */
  readonly dist: string | null;
  /** A proxy of ours stands in front and names the caller in X-Forwarded-For. */
  readonly isBehindProxy?: boolean;
  /** Epoch ms; for tests. */
  readonly now?: () => number;
  /** Puts something before our own listener, such as Vite in development. */
  readonly wrap?: (listener: RequestListener) => Promise<RequestListener>;
  readonly onError?: (error: unknown) => void;
}

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly hasMailbox: boolean;
  readonly deps: ServerDeps;
  /** Answers what has been asked, then closes the database. */
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '..');
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
/** Requests still running when the server closes get this long, in milliseconds. */
const GRACE_MS = 5_000;

/** Opens the data, fills it if wanted, and listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { host, databaseUrl, now = Date.now, onError = (error) => console.error(error) } = options;
  const dataDir = resolve(options.dataDir);
  const hasMailbox = LOOPBACK.has(host);
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
  try {
    const parts = await createEmbeddedParts({ db: database.db, dataDir, hasMailbox, now, onError });
    if (options.demoPictures !== null) await seed(parts, options.demoPictures);
    const deps = { ...parts.deps, dist: options.dist };
    const listener = createListener(createServer(deps), options.isBehindProxy ?? false);
    const http = createHttpServer(options.wrap ? await options.wrap(listener) : listener);
    limitTimes(http);
    const port = await listen(http, options.port, host);
    return {
      url: `http://${LOOPBACK.has(host) ? 'localhost' : host}:${port}`,
      hasMailbox,
      deps,
      async close() {
        await closeHttp(http);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Node's requests as the server's own. */
const createListener = (server: Server, isBehindProxy: boolean): RequestListener =>
  getRequestListener((request, env) =>
    server.fetch(request, 'incoming' in env ? clientAddress(env.incoming as IncomingMessage, isBehindProxy) : null),
  );

function seed({ identityDb, objects, deps }: EmbeddedParts, picturesDir: string): Promise<boolean> {
  const db = identityDb as unknown as Kysely<Database & IdentityTables>;
  return seedDemo({
    db,
    objects,
    pool: EMBEDDED_POOL,
    picturesDir,
    tenantsDir: join(root, 'tenants'),
    now: deps.now(),
  });
}

function listen(http: HttpServer, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    http.once('error', fail);
    http.listen(port, host, () => done((http.address() as AddressInfo).port));
  });
}

async function closeHttp(http: HttpServer): Promise<void> {
  const closed = new Promise<void>((done) => http.close(() => done()));
  http.closeIdleConnections();
  const timer = setTimeout(() => http.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(timer);
}

/**
 * Options of the environment: PORT, HOST, DATA_DIR, DATABASE_URL, DEMO, TRUST_PROXY. DEMO=0 starts without demo content,
 * TRUST_PROXY=1 takes the caller's address from X-Forwarded-For.
 */
export const optionsFromEnvironment = (env = process.env): StartOptions => ({
  port: Number(env.PORT ?? 3000),
  host: env.HOST ?? '127.0.0.1',
  dataDir: env.DATA_DIR ?? '.data',
  databaseUrl: env.DATABASE_URL,
  isBehindProxy: env.TRUST_PROXY === '1',
  demoPictures: env.DEMO === '0' ? null : join(root, 'dist/demo'),
  dist: join(root, 'dist'),
});

/** Runs until SIGINT or SIGTERM. */
export async function runServer(options: StartOptions): Promise<void> {
  let running: RunningServer;
  try {
    running = await startServer(options);
  } catch (error) {
    console.error(reasonOf(error, options));
    process.exit(1);
  }
  console.log(`\n  ${running.url}\n`);
  if (running.hasMailbox) console.log(`  Mail with confirmation codes: ${running.url}/dev/mailbox`);
  if (options.demoPictures !== null) {
    console.log('  Demo logins:');
    for (const { email, password } of demoAccounts) console.log(`    ${email}  ${password}`);
  }
  const stop = () => {
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function reasonOf(error: unknown, { port }: StartOptions): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`;
  return error.name === 'DataFolderBusy' ? error.message : (error.stack ?? error.message);
}

if (import.meta.main) await runServer(optionsFromEnvironment());
