/**
 * One copy of the product with 5,000 connections that say nothing and 300 that are slow, while fans post, like and read.
 *
 *   npm run rehearse:connections
 *
 * Half of the slow ones send an upload byte by byte, the others ask for a script and read nothing of it. Those that the server ends are
 * opened again each second. They come from twelve addresses of this machine, fans from another one. SECONDS (default 60) of it.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { migrateServer } from '../../server/database/migrate.ts';
import { openCopies } from '../api/copySetup.ts';
import { startFanLoad } from '../api/fanLoad.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { CLUB } from '../support/tenants.ts';
import { readGauges } from './support/gauges.ts';
import { FANS, judgeLoad, PATIENCE_MS, quantileOf, RATES } from './support/load.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const IDLE = 5_000;
const SLOW = 300;
const NETWORKS = 12;
/** Opened at a time. */
const AT_ONCE = 200;
/** So many times longer than without them a call of a fan may take (p95); and this many milliseconds in any case. */
const SLOWER = 3;
const QUICK_MS = 100;
/** Bytes of memory a connection may cost. */
const BYTES_EACH = 60_000;
/** Descriptors that may stay open longer, such as connections to the database. */
const DESCRIPTORS_MORE = 40;
const CLOSED_WITHIN_MS = 10_000;

const verdict = createVerdict('connections', { kind: 'rehearse', settings: ['SECONDS'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const postgres = await startPostgres({ bin });
const closing: (() => unknown)[] = [() => postgres.stop()];

/** Sockets to the server that are opened again when they end. */
class Crowd {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #begin: (socket: Socket, number: number) => void;
  readonly #size: number;
  reopened = 0;
  #made = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(port: number, size: number, begin: (socket: Socket, number: number) => void = () => {}) {
    this.#port = port;
    this.#size = size;
    this.#begin = begin;
  }
  get open(): number {
    return this.#sockets.size;
  }
  async #dial(): Promise<void> {
    const number = this.#made++;
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (number % NETWORKS)}` });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    // It may be closed before it is open.
    await Promise.race([once(socket, 'connect').catch(() => {}), once(socket, 'close')]);
    if (!socket.destroyed) this.#begin(socket, number);
  }
  async #fill(): Promise<void> {
    while (this.#sockets.size < this.#size) {
      const missing = Math.min(AT_ONCE, this.#size - this.#sockets.size);
      await Promise.all(Array.from({ length: missing }, () => this.#dial()));
    }
  }
  async start(): Promise<void> {
    await this.#fill();
    this.#timer = setInterval(() => {
      this.reopened += this.#size - this.#sockets.size;
      void this.#fill();
    }, 1_000);
  }
  each(act: (socket: Socket) => void): void {
    for (const socket of this.#sockets) if (!socket.destroyed) act(socket);
  }
  end(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}

const uploadHead = `PUT /s3/photos/ugc/${CLUB}/e/original/x.jpg HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n`;

try {
  const databaseUrl = await createTestDatabase(postgres.url, 'photos');
  await migrateServer(databaseUrl);
  const copies = await openCopies(databaseUrl, FANS);
  closing.push(() => copies.close());
  const server = copies.start();
  const url = await server.url;
  const port = Number(new URL(url).port);
  const page = await (await fetch(`${url}/${CLUB}/`)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0];
  if (script === undefined) throw new Error('There is no build: npm run build.');

  const load = startFanLoad({ copies, fans: FANS, port, rates: RATES, patienceMs: PATIENCE_MS });
  await pause(5_000);
  load.takeTimes();
  await pause((SECONDS * 1000) / 2);
  const alone = quantileOf(load.takeTimes(), 0.95);
  const before = await readGauges(url);

  const idle = new Crowd(port, IDLE);
  const slow = new Crowd(port, SLOW, (socket, number) => {
    if (number % 2 === 0) socket.write(uploadHead);
    else socket.pause().write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  });
  closing.push(
    () => idle.end(),
    () => slow.end(),
  );
  await idle.start();
  await slow.start();
  const drip = setInterval(() => slow.each((socket) => void (socket.isPaused() || socket.write('a'))), 1_000);
  load.takeTimes();
  await pause(SECONDS * 1000);
  const crowded = quantileOf(load.takeTimes(), 0.95);
  const during = await readGauges(url);
  console.log(`  ${idle.open} idle and ${slow.open} slow ones open; reopened ${idle.reopened} and ${slow.reopened}`);
  console.log(`  p95 of a call: ${alone.toFixed(0)} ms without them, ${crowded.toFixed(0)} ms with them`);
  clearInterval(drip);
  idle.end();
  slow.end();
  await pause(CLOSED_WITHIN_MS);
  const after = await readGauges(url);
  for (const [name, gauges] of Object.entries({ before, during, after }))
    console.log(`  ${name}: ${JSON.stringify(gauges)}`);

  verdict.least('connections at once', during.descriptors - before.descriptors, (IDLE + SLOW) * 0.9);
  verdict.most('p95 of a call, ms', crowded, Math.max(QUICK_MS, SLOWER * alone));
  verdict.most(
    'bytes of memory a connection',
    ((during.megabytes - before.megabytes) * 2 ** 20) / (IDLE + SLOW),
    BYTES_EACH,
  );
  verdict.most('descriptors that stayed open', after.descriptors - before.descriptors, DESCRIPTORS_MORE);
  verdict.most('calls of fans that were refused', load.failures.length, 0);
  await judgeLoad(verdict, copies, load);
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
