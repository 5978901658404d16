import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { slowDown } from './slowDown.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const MARK = '--type=slowed';
/** Its main thread and a worker do nothing but run. */
const SPIN = `const spin = () => { for (;;); };
const { Worker } = require('node:worker_threads');
new Worker('for (;;);', { eval: true }).once('online', () => { process.stdout.write('on'); setImmediate(spin); });`;

async function startSpinning(mark: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', SPIN, '--', mark], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  const { pid = 0 } = child;
  // Other tests run beside this one.
  setPriority(pid, 19);
  return pid;
}

/** The states of a process's threads: 'R' runs or could, 'T' is held. */
const statesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').replace(/^.*\) /s, '')[0],
  );
const isHeld = (pid: number) => statesOf(pid).every((state) => state === 'T');

/** How often a process turned from running to being held, until that was `wanted` times or nobody waits any longer. */
async function turnsOf(pid: number, wanted: number, patienceMs: number): Promise<number> {
  const until = Date.now() + patienceMs;
  let turns = 0;
  let wasHeld = true;
  while (turns < wanted && Date.now() < until) {
    const isNow = isHeld(pid);
    if (isNow && !wasHeld) turns += 1;
    wasHeld = isNow;
    await new Promise((next) => setTimeout(next, Math.random() * 3));
  }
  return turns;
}

test('BEN-02c a slowed process runs and is held in turns, with all of its threads; another one is never', async () => {
  const [slowed, other] = [await startSpinning(MARK), await startSpinning('--type=other')];
  const slowness = await slowDown(4, MARK);
  let reached = 0;
  try {
    expect(await turnsOf(slowed, 5, 60_000)).toBe(5);
    expect(await turnsOf(other, 1, 500)).toBe(0);
  } finally {
    reached = await slowness.end();
  }
  expect(reached).toBeGreaterThan(3.8);
  expect(reached).toBeLessThan(4.2);
  expect(await turnsOf(slowed, 1, 500)).toBe(0);
  expect(isHeld(slowed)).toBe(false);
});

test('BEN-02c what is started later is slowed down too', async () => {
  const slowness = await slowDown(4, MARK);
  try {
    expect(await turnsOf(await startSpinning(MARK), 5, 60_000)).toBe(5);
  } finally {
    await slowness.end();
  }
});
