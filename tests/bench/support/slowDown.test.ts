import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** 'R' runs or could; 'T' is held. */
const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];

async function heldShare(pid: number): Promise<number> {
  let held = 0;
  const looks = 60;
  for (let look = 0; look < looks; look += 1) {
    if (stateOf(pid) === 'T') held += 1;
    await new Promise((next) => setTimeout(next, 1 + Math.random() * 2));
  }
  return held / looks;
}

test('BEN-02c a slowed process is held with all of its threads most of the time, another one never', async () => {
  const [slowed, other] = [await startSpinning(MARK), await startSpinning('--type=other')];
  const slowness = await slowDown(4, MARK);
  try {
    // Three quarters on a machine at rest.
    expect(await heldShare(slowed)).toBeGreaterThan(0.3);
    expect(await heldShare(other)).toBe(0);
  } finally {
    await slowness.end();
  }
  expect(await heldShare(slowed)).toBe(0);
});

test('BEN-02c what is started later is slowed down too', async () => {
  const slowness = await slowDown(4, MARK);
  try {
    expect(await heldShare(await startSpinning(MARK))).toBeGreaterThan(0.3);
  } finally {
    await slowness.end();
  }
});
