import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Who holds a lock. The pid alone does not say it: each container has a process 1, and after a reboot another program has
 * the number. `life` is null where the system does not tell, and in locks of servers before.
 */
export interface LockOwner {
  readonly pid: number;
  readonly life: {
    readonly boot: string;
    /** Of pids: each container has its own. */
    readonly namespace: string;
    /** When the process began, in ticks since the boot. */
    readonly started: string;
  } | null;
}

/** What the system says of processes. */
export interface ProcessTable {
  self(): LockOwner;
  exists(pid: number): boolean;
  /** null: it does not say. */
  startOf(pid: number): string | null;
}

/** The system this process runs on. */
export const systemProcesses: ProcessTable = {
  self() {
    const [pid, started] = [process.pid, systemProcesses.startOf(process.pid)];
    try {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      const namespace = readlinkSync('/proc/self/ns/pid');
      return { pid, life: started === null ? null : { boot, namespace, started } };
    } catch {
      return { pid, life: null };
    }
  },
  exists(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
  startOf(pid) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name, in brackets, may hold blanks and brackets; after it the third field comes, and the start is the 22nd.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3] ?? null;
    } catch {
      return null;
    }
  },
};

export const writeOwner = ({ pid, life }: LockOwner): string =>
  life === null ? String(pid) : [pid, life.boot, life.namespace, life.started].join(' ');

/** null: it says nobody, as a lock whose writer died over it does. */
export function readOwner(text: string): LockOwner | null {
  const [first = '', boot, namespace, started] = text.trim().split(' ');
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, life: boot && namespace && started ? { boot, namespace, started } : null };
}

/** `unseen`: in another container or on another machine, where nobody here can look. */
export function stateOf(owner: LockOwner, processes: ProcessTable): 'self' | 'alive' | 'dead' | 'unseen' {
  const own = processes.self();
  if (owner.life && own.life) {
    // Before a reboot, or on another machine that has the same volume (NFS, EFS).
    if (owner.life.boot !== own.life.boot || owner.life.namespace !== own.life.namespace) return 'unseen';
    if (owner.pid === own.pid) return owner.life.started === own.life.started ? 'self' : 'dead';
    const started = processes.startOf(owner.pid);
    if (started !== null && started !== owner.life.started) return 'dead';
  }
  if (owner.pid === own.pid) return 'self';
  return processes.exists(owner.pid) ? 'alive' : 'dead';
}
