/**
 * The queue on days nobody has seen, for as long as wanted.
 *
 *   npm run chaos -- --minutes 10     (left out: 1)
 *   npm run chaos -- --seed 1234567   (one day again)
 *
 * Ends non-zero at the first seed that breaks a rule, and names it.
 */
import { parseArgs } from 'node:util';
import { seedOfClock } from './seeds.ts';
import { survive } from './survive.ts';

const TOLD_EVERY_MS = 10_000;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const numberOf = (name: 'minutes' | 'seed'): number => {
  const number = Number(values[name]);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name} takes a number above 0, not ${values[name]}.`);
};

async function keepTrying(minutes: number): Promise<void> {
  const first = seedOfClock();
  const end = performance.now() + minutes * 60_000;
  let told = performance.now();
  let seed = first;
  for (; performance.now() < end; seed += 1) {
    await survive(seed);
    if (performance.now() - told < TOLD_EVERY_MS) continue;
    told = performance.now();
    console.log(`${seed + 1 - first} days survived`);
  }
  console.log(`${seed - first} days survived, seeds ${first} to ${seed - 1}`);
}

try {
  if (values.seed === undefined) await keepTrying(numberOf('minutes'));
  else {
    const { world } = await survive(numberOf('seed'));
    console.log(`survived, in ${world.calls.length} calls`);
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
