/** The built product, run as a fan's browser meets it: the real server as a process of its own, on a free port, with its own data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../../..');

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Code of the newest mail to this address. */
  codeFor(address: string): Promise<string>;
  /** `kill -9`, then the same data on the same port again. */
  crash(): Promise<void>;
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

/** Starts the server as `npm start` does and waits until it answers. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  // Vite's API sets NODE_ENV=production for the whole process; such a server has neither the mailbox nor the demo's passwords.
  const { NODE_ENV: _, ...inherited } = process.env;
  const dataDir = mkdtempSync(join(tmpdir(), 'product-'));
  const filled = process.env.FILLED_DATA_DIR;
  if (filled) cpSync(filled, dataDir, { recursive: true });
  const port = await freePort();
  // Service workers and secure contexts need a trustworthy origin: localhost is one.
  const url = `http://localhost:${port}`;
  let process_: ChildProcess | undefined;

  const run = async () => {
    const child = spawn('node', ['server/main.ts'], {
      cwd: root,
      env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    process_ = child;
    let output = '';
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
    async codeFor(address) {
      const answer = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'application/json' } });
      const mails = (await answer.json()) as { to: string; code: string }[];
      const mail = mails.find(({ to }) => to === address);
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail.code;
    },
    crash: () => kill('SIGKILL'),
    restart: run,
    async stop() {
      await kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`${url} did not answer within 60 s`);
}
