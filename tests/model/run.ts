/**
 * The model of the queue on walks nobody has taken, each lived by the queue itself, for as long as wanted.
 *
 *   npm run model -- --minutes 10     (left out: 1)
 *   npm run model -- --seed 1234567   (the walks of one seed again)
 *
 * Ends non-zero at the first rule that breaks, or where the queue is not where the model is, and names the seed.
 */
import { parseArgs } from 'node:util';
import { seedOfClock } from '../chaos/seeds.ts';
import { replay } from './replay.ts';
import { RULES, walk } from './traces.ts';

const SAMPLES = 200;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const numberOf = (name: 'minutes' | 'seed'): number => {
  const number = Number(values[name]);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name} takes a number above 0, not ${values[name]}.`);
};

async function walkAndReplay(seed: number): Promise<void> {
  const { isSound, said, traces } = await walk({ main: 'sound', seed, samples: SAMPLES, invariants: RULES });
  if (!isSound) {
    const last = traces.at(0)?.map(({ event }) => `${event.kind} ${event.sender} ${event.call.what}`) ?? [];
    throw new Error(`seed ${seed}: a rule of the model is broken\n${said}\n${last.join('\n')}`);
  }
  for (const trace of traces)
    await replay(trace).catch((cause) => {
      throw new Error(`seed ${seed}: the queue is not where the model is`, { cause });
    });
}

try {
  const first = values.seed === undefined ? seedOfClock() : numberOf('seed');
  const end = performance.now() + (values.seed === undefined ? numberOf('minutes') * 60_000 : 0);
  let seed = first;
  do {
    await walkAndReplay(seed);
    seed += 1;
    console.log(`${(seed - first) * SAMPLES} walks, each lived by the queue`);
  } while (performance.now() < end);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
