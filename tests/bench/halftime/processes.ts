/** The parts under load, each a process, and what of the processors they used. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

export interface Installation {
  /** Of the proxy. */
  readonly port: number;
  /** Seconds of processor time each part has used so far. */
  usedSeconds(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

interface Part {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startPart(file: string, args: readonly string[], profile: string | undefined): Promise<Part> {
  const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => Number(line)),
    once(child, 'exit').then(() => null),
  ]);
  if (said === null) throw new Error(`${file} ended while it was starting.`);
  return { child, port: said };
}

/** In clock ticks of a hundredth of a second, as Linux counts for programs. */
const TICKS = 100;

function statOf(pid: number | string): { parent: number; ticks: number; endedTicks: number } | null {
  try {
    // The name, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const sum = (...places: number[]) => places.reduce((all, place) => all + (fields[place] ?? 0), 0);
    return { parent, ticks: sum(11, 12), endedTicks: sum(13, 14) };
  } catch {
    return null;
  }
}

/** The server's first process and all it has started, those that ended included. */
function postgresTicks(first: number): number {
  const own = statOf(first);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === first);
  return (own?.ticks ?? 0) + (own?.endedTicks ?? 0) + children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0);
}

async function firstProcessOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const first = statOf(rows[0]?.pid ?? 0)?.parent ?? 0;
  await client.end();
  return first;
}

interface Given {
  /** Root of the checkout the servers are of. */
  readonly root: string;
  readonly databaseUrl: string;
  readonly copies: number;
  /** Folder for a profile of each copy. */
  readonly profile?: string | undefined;
}

export async function install({ root, databaseUrl, copies, profile }: Given): Promise<Installation> {
  const servers: Part[] = [];
  for (let i = 0; i < copies; i++) servers.push(await startPart('server.ts', [root, databaseUrl], profile));
  const proxy = await startPart(
    'proxy.ts',
    servers.map(({ port }) => String(port)),
    undefined,
  );
  const first = await firstProcessOf(databaseUrl);
  const seconds = (ticks: number) => ticks / TICKS;
  const ofPart = ({ child }: Part) => seconds(statOf(child.pid ?? 0)?.ticks ?? 0);
  return {
    port: proxy.port,
    usedSeconds: () => ({
      ...Object.fromEntries(servers.map((server, i) => [`server ${i + 1}`, ofPart(server)])),
      PostgreSQL: seconds(postgresTicks(first)),
      proxy: ofPart(proxy),
      generator: seconds(statOf('self')?.ticks ?? 0),
    }),
    async stop() {
      for (const { child } of [proxy, ...servers]) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
    },
  };
}
