import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** `kill -9` of the browser that was started with this profile and of all its children; resolves when they are gone. */
export async function killProcesses(profile: string): Promise<void> {
  // A profile that is still held cannot be opened again, and a browser may have started a child meanwhile.
  for (let victims = victimsOf(profile); victims.size > 0; victims = victimsOf(profile)) {
    for (const pid of victims) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // ended meanwhile
      }
    }
    await new Promise((next) => setTimeout(next, 20));
  }
}

function victimsOf(profile: string): Set<number> {
  const all = listProcesses();
  const victims = new Set(all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid));
  let known = 0;
  while (known !== victims.size) {
    known = victims.size;
    for (const { pid, parent } of all) if (victims.has(parent)) victims.add(pid);
  }
  return victims;
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch {
        return []; // ended meanwhile
      }
    });
}
