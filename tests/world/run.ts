/**
 * The whole product on days nobody has seen: pages and workers of two phones, server, object store and database in one process, under a
 * virtual clock (docs/adr/0032-simulation.md).
 *
 *   npm run simulate -- --minutes 10             (left out: 1)
 *   npm run simulate -- --seed 1234567           (one day again, with all that happened in it)
 *   npm run simulate -- --seed 1 --days 20       (these days; --seed 1,25: from each of them on)
 *
 * `--commit`: after them the day of the present commit. `--again`: after them the first one once more.
 * Ends non-zero at the first seed that breaks a rule, and names it.
 */
import { parseArgs } from 'node:util';
import { seedOfClock, seedOfCommit } from '../chaos/seeds.ts';
import { openSimulation } from './simulation.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    days: { type: 'string', default: '1' },
    commit: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});
const numbersOf = (name: 'minutes' | 'seed' | 'days'): [number, ...number[]] => {
  const numbers = (values[name] ?? '').split(',').map(Number);
  if (numbers.every((number) => Number.isFinite(number) && number > 0)) return numbers as [number, ...number[]];
  throw new Error(`--${name} takes a number above 0, not ${values[name]}.`);
};
const numberOf = (name: 'minutes' | 'seed' | 'days'): number => numbersOf(name)[0];

function* seeds(): Generator<number> {
  if (values.seed === undefined) {
    const end = performance.now() + numberOf('minutes') * 60_000;
    for (let seed = seedOfClock(); performance.now() < end; seed += 1) yield seed;
    return;
  }
  for (const first of numbersOf('seed')) for (let day = 0; day < numberOf('days'); day += 1) yield first + day;
  if (values.commit) yield seedOfCommit();
}

// Of a page that was killed in the middle of something: there is nobody left to hear it.
process.on('unhandledRejection', () => undefined);
// A single day is looked at closely.
const isVerbose =
  values.seed !== undefined && numbersOf('seed').length * numberOf('days') === 1 && !values.commit && !values.again;
const simulation = await openSimulation();

/** False: a rule was broken. */
async function live(seed: number, word: string): Promise<boolean> {
  try {
    const { photos, published, events, digest } = await simulation.live(seed, isVerbose);
    console.log(`${word} ${seed}: ${photos} photos, ${published} public, ${events} events, trace ${digest}`);
    return true;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\nAgain: npm run simulate -- --seed ${seed}\n`);
    return false;
  }
}

async function liveAll(): Promise<boolean> {
  for (const seed of seeds()) if (!(await live(seed, 'lived through'))) return false;
  return !values.again || live(numberOf('seed'), 'again');
}

const isSound = await liveAll();
simulation.close();
process.exit(isSound ? 0 : 1);
