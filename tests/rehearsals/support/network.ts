/** Three machines and the host of the copies on one network of this machine: network namespaces, joined by a bridge. */
import { execFileSync, spawn } from 'node:child_process';

const BRIDGE = 'rehearsal';
const NETWORK = '10.77.0';
/** Of the copies. */
const HOST_PLACE = 254;

const run = (...words: readonly string[]) =>
  execFileSync('ip', [...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Starts a program there. */
  spawn(command: string, args: readonly string[], env: Readonly<Record<string, string>>): ReturnType<typeof spawn>;
  /** Ends everything that runs there at once. Nobody hears of it: its line is dead before. */
  cutPower(): void;
  restorePower(): void;
  /** Neither it nor these hear from each other any more. Others hear it. */
  cutOffFrom(others: readonly Machine[]): void;
  rejoin(others: readonly Machine[]): void;
}

/** Needs root. @param names of at most 12 letters */
export function openNetwork(names: readonly string[]): { readonly machines: readonly Machine[]; close(): void } {
  run('link', 'add', BRIDGE, 'type', 'bridge');
  run('address', 'add', `${NETWORK}.${HOST_PLACE}/24`, 'dev', BRIDGE);
  run('link', 'set', BRIDGE, 'up');
  const machines = names.map((name, i): Machine => {
    const address = `${NETWORK}.${i + 1}`;
    const inside = (...words: readonly string[]) => run('netns', 'exec', name, 'ip', ...words);
    run('netns', 'add', name);
    run('link', 'add', `${name}-out`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('link', 'set', `${name}-out`, 'master', BRIDGE, 'up');
    inside('address', 'add', `${address}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    inside('link', 'set', 'lo', 'up');
    return {
      name,
      address,
      spawn: (command, args, env) =>
        spawn('ip', ['netns', 'exec', name, command, ...args], {
          env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      restorePower: () => void run('link', 'set', `${name}-out`, 'up'),
      cutPower() {
        run('link', 'set', `${name}-out`, 'down');
        for (const pid of run('netns', 'pids', name).split('\n').filter(Boolean)) killNow(Number(pid));
      },
      // Their packets are thrown away. Its own still arrive, and are answered to nobody.
      cutOffFrom(others) {
        for (const other of others) inside('route', 'add', 'blackhole', `${other.address}/32`);
      },
      rejoin(others) {
        for (const other of others) inside('route', 'delete', 'blackhole', `${other.address}/32`);
      },
    };
  });
  return {
    machines,
    close() {
      for (const machine of machines) {
        machine.cutPower();
        // A deleted namespace takes its end of the line along later.
        run('link', 'delete', `${machine.name}-out`);
        run('netns', 'delete', machine.name);
      }
      run('link', 'delete', BRIDGE);
    },
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
