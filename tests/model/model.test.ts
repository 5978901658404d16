/** The queue as a model, and the queue itself held to it (docs/adr/0029). */
import { beforeAll, describe, expect, test } from 'vitest';
import { nonEmpty } from '../nonEmpty.ts';
import { replay } from './replay.ts';
import { RULES, type Walk, walk } from './traces.ts';

/** Walks of `npm test`; `npm run model` takes other ones, and more. */
const SAMPLES = 150;
const BROKEN_SAMPLES = 300;

/** Each mistake the model can make, as a witness of its being found. */
const MISTAKES = ['NewKey', 'CommitEarly', 'DropEarly', 'NoHead', 'AnyFan', 'NoLease'];

/** Walks from a moment that chance comes to too rarely: a registration given up is on its way still, a second one sent. */
const LATE = { seed: 1, samples: 150, moments: 30 };

/** Everything that may happen in the model: what, and to which call. */
const ACTIONS = [
  ...[
    'drain',
    'steal',
    'kill',
    'wait',
    'jump',
    'signIn',
    'revoke',
    'lose',
    'pause',
    'resume',
    'edit',
    'move',
    'cancel',
    'rest',
  ],
  ...[
    'answer prepare',
    'answer put',
    'answer find',
    'answer register',
    'answer prove',
    'land put',
    'land register',
    'land prove',
  ],
  ...['fail prepare', 'fail put', 'fail find', 'fail register', 'fail prove'],
  ...['failLate put', 'failLate register', 'landLate put', 'landLate register'],
];

describe('QUE-01d the model of the queue', () => {
  let sound: Walk;
  let broken: Walk;

  beforeAll(async () => {
    [sound, broken] = await Promise.all([
      walk({ main: 'sound', seed: 1, samples: SAMPLES, invariants: RULES }),
      walk({ main: 'broken', seed: 1, samples: BROKEN_SAMPLES, witnesses: MISTAKES.map((name) => `found${name}`) }),
    ]);
  });

  test('T25 nothing is lost, doubled, public without bytes or another fan’s; when faults end all is sent', () => {
    expect(sound.isSound, sound.said).toBe(true);
    expect(sound.traces).toHaveLength(SAMPLES);
  });

  test.each(MISTAKES)('QUE-01d a model that makes the mistake %s breaks a rule', (name) => {
    expect(broken.said).toMatch(new RegExp(`^found${name} was witnessed in [1-9]`, 'm'));
  });

  test('T25 a registration that arrives late doubles nothing and takes no words back', async () => {
    const late = await walk({ ...LATE, main: 'soundLate', invariants: RULES });
    expect(late.isSound, late.said).toBe(true);
    const mistaken = await walk({ ...LATE, main: 'brokenLate', witnesses: ['foundCloseAll'] });
    expect(mistaken.said).toMatch(/^foundCloseAll was witnessed in [1-9]/m);
  });

  test('QUE-01b the queue goes through every trace of the model, state by state', async () => {
    const happened = new Set<string>();
    for (const trace of nonEmpty(sound.traces)) {
      await replay(trace);
      for (const { event } of trace) happened.add(`${event.kind} ${event.call.what}`.trim());
    }
    expect([...happened].sort()).toEqual(['', ...ACTIONS].sort());
  });
});
