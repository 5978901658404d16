/**
 * A process of its own, started by `slowDown`: holds every renderer below the bench's process with SIGSTOP and lets it run with
 * SIGCONT, so that it gets one part of `rate` of the time. Arguments: the rate, and by which words a renderer's command is known.
 * Ends with its input, lets all run again, and writes how many times slower they were.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const rate = Number(process.argv[2]);
const mark = process.argv[3] ?? '';
/** Of a turn; long enough for the system's clock, short enough to be felt as slowness. */
const RUN_MS = 2;
const root = process.ppid;
try {
  // Where that is allowed: on a busy machine its turns would come late.
  setPriority(-20);
} catch {
  // Then they do.
}

/** What is known of a process that was seen once. */
const isRenderer = new Map<string, boolean>();
const parents = new Map<string, string>();
let held: number[] = [];

function look(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '');
    let above: string | undefined = pid;
    while (above !== undefined && above !== String(root)) above = parents.get(above);
    return (
      above !== undefined && pid !== String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    );
  } catch {
    return false; // It has ended meanwhile.
  }
}

/** A process is looked at twice, when it is new: right after its fork it has its parent's command. */
const looks = new Map<string, number>();
function findRenderers(): number[] {
  const here = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const present = new Set(here);
  for (const pid of isRenderer.keys())
    if (!present.has(pid)) for (const map of [isRenderer, parents, looks]) map.delete(pid);
  for (const pid of here) {
    const seen = looks.get(pid) ?? 0;
    if (isRenderer.get(pid) || seen > 5) continue;
    looks.set(pid, seen + 1);
    isRenderer.set(pid, look(pid));
  }
  return here.filter((pid) => isRenderer.get(pid)).map(Number);
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      isRenderer.delete(String(pid));
    }
}

/** ms they ran, and were held. */
let ran = 0;
let holding = 0;
let isOver = false;
const end = () => {
  isOver = true;
  send(held, 'SIGCONT');
  process.stdout.write(String((ran + holding) / ran));
  process.exit(0);
};
process.stdin.on('end', end).resume();
process.on('SIGTERM', end);

const clock = new Int32Array(new SharedArrayBuffer(4));
const wait = (ms: number) => Atomics.wait(clock, 0, 0, ms);
let turns = 0;
let letGo = performance.now();
function turn(): void {
  send(held, 'SIGSTOP');
  const heldFrom = performance.now();
  ran += heldFrom - letGo;
  // While they are held: it takes as long as some turns, in which they would run.
  if (turns++ % 8 === 0) held = findRenderers();
  // By all of their time: the system wakes this process late, of which one turn makes up for another.
  wait(Math.max(0, ran * (rate - 1) - holding - (performance.now() - heldFrom)));
  send(held, 'SIGCONT');
  letGo = performance.now();
  holding += letGo - heldFrom;
  if (turns === 1) process.stdout.write('slow\n');
  wait(RUN_MS);
  if (!isOver) setImmediate(turn);
}
turn();
