/** The built product, run as a fan's browser meets it: the real server as a process of its own, on a free port, with its own data. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { copyFilled, filledProduct } from './filled.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** All the server has said. */
  said(): string;
  /** Code of the newest mail to this address. */
  codeFor(address: string): Promise<string>;
  /** `kill -9`, then the same data on the same port again. */
  crash(): Promise<void>;
  /** Runs an operator's command beside the server; what it says. Rejects where it is refused. */
  admin(...words: readonly string[]): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface ProductOptions {
  /** A new folder and the embedded database, which this start fills: what `npm start` does on a fresh clone. */
  readonly isFresh?: boolean;
}

/**
 * Starts the server as `npm start` does and waits until it answers: with a copy of what `fillOnce` filled, on PostgreSQL if the
 * journeys have one.
 * @param env settings beside those
 */
export async function startProduct(
  env: Record<string, string> = {},
  { isFresh = false }: ProductOptions = {},
): Promise<Product> {
  // Vite's API sets NODE_ENV=production for the whole process; such a server has neither the mailbox nor the demo's passwords.
  const { NODE_ENV: _, ...inherited } = process.env;
  const dataDir = mkdtempSync(join(tmpdir(), 'product-'));
  const filled = isFresh ? null : filledProduct();
  // Photos as hard links: the store makes and removes files, it never changes one. A database does.
  if (filled) execFileSync('cp', [filled.postgres ? '-al' : '-a', `${filled.dataDir}/.`, dataDir]);
  const database = filled?.postgres ? await copyFilled(filled.postgres, basename(dataDir)) : null;
  const port = await freePort();
  // Service workers and secure contexts need a trustworthy origin: localhost is one.
  const url = `http://localhost:${port}`;
  let process_: ChildProcess | undefined;
  let output = '';

  const run = async () => {
    const child = spawn('node', ['server/main.ts'], {
      cwd: root,
      env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, ...database?.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process_ = child;
    output = '';
    let isUp = false;
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        // What the server tells its operator belongs beside the journey that met it.
        if (isUp && !/"level":"(?:info|warn)"/.test(line)) process.stderr.write(`[server ${port}] ${line}\n`);
      });
    const ended = new Promise<never>((_, fail) =>
      child.once('exit', (code) => fail(new Error(`server ended (${code}): ${output}`))),
    );
    await Promise.race([untilHealthy(url), ended]);
    isUp = true;
    ended.catch(() => undefined);
  };
  const kill = async (signal: NodeJS.Signals) => {
    const child = process_;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  };

  await run();
  return {
    url,
    dataDir,
    said: () => output,
    async codeFor(address) {
      const answer = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'application/json' } });
      const mails = (await answer.json()) as { to: string; code: string }[];
      const mail = mails.find(({ to }) => to === address);
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail.code;
    },
    crash: () => kill('SIGKILL'),
    async admin(...words) {
      const env_ = { ...inherited, DATA_DIR: dataDir, ...database?.env, ...env };
      return (await execute('node', ['server/admin/main.ts', ...words], { cwd: root, env: env_ })).stdout;
    },
    restart: run,
    async stop() {
      await kill('SIGTERM');
      await database?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A busy machine makes a start slow, not wrong. */
const START_SECONDS = 240;

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`${url} did not answer within ${START_SECONDS} s`);
}
