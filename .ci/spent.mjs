// What a run of tests cost: by step, and how fast the machine was meanwhile; two runs can be compared only with that beside them.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Of the numbers in /proc, on every Linux. */
const TICKS_A_SECOND = 100;
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/** CPU seconds of all processes below this one that have ended, each waited for by its parent; 0 where the system does not tell. */
function cpuSecondsBelow() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

let taken = cpuSecondsBelow();
/** What was added since the last call: a step's own, when its process has just ended. */
export function takeCpuSeconds() {
  const since = cpuSecondsBelow() - taken;
  taken += since;
  return since;
}

const ROUNDS = 300_000_000;
/** Milliseconds of one core for a fixed calculation, the best of three: the least disturbed. */
function calculationMs() {
  const tries = Array.from({ length: 3 }, () => {
    const start = performance.now();
    let number = 1;
    for (let round = 0; round < ROUNDS; round++) number = (Math.imul(number, 1_664_525) + 1_013_904_223) | 0;
    // Used, or the loop may be left out.
    return number === 0 ? Number.NaN : performance.now() - start;
  });
  return Math.round(Math.min(...tries));
}

/**
 * @param {readonly {name: string, seconds: number, cpu: number}[]} steps
 * @param {number} seconds of the whole run: steps may run side by side
 */
export function printSpent(steps, seconds) {
  console.log('\nWhere the time went (CPU: of all processes):');
  for (const { name, seconds: own, cpu } of steps)
    console.log(`  ${name.padEnd(24)} ${String(Math.round(own)).padStart(5)} s ${cpu.toFixed(0).padStart(6)} s CPU`);
  const cpu = steps.reduce((sum, step) => sum + step.cpu, 0);
  console.log(`  ${'all'.padEnd(24)} ${String(Math.round(seconds)).padStart(5)} s ${cpu.toFixed(0).padStart(6)} s CPU`);
  console.log(`${availableParallelism()} cores; a fixed calculation takes one of them ${calculationMs()} ms.`);
}
