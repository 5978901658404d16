import { expect, test } from 'vitest';
import type { EncodedBody } from './encodeBody.ts';
import { createResponseCache } from './responseCache.ts';

const bodyOf = (text: string): EncodedBody => ({ bytes: new TextEncoder().encode(text), encoding: null });
const textOf = ({ bytes }: EncodedBody) => new TextDecoder().decode(bytes);
const turn = () => new Promise((done) => setImmediate(done));

function setUp() {
  const world = { state: '1', at: 1000, runs: 0, text: 'a' };
  const answers = createResponseCache({
    readState: async () => world.state,
    now: () => world.at,
    bytesOf: ({ bytes }: EncodedBody) => bytes.byteLength,
  });
  const ask = async (key = 'k', run?: () => Promise<EncodedBody>) => {
    const body = await answers(
      'club',
      key,
      run ??
        (async () => {
          world.runs += 1;
          return bodyOf(world.text);
        }),
    );
    await turn();
    return textOf(body);
  };
  return { world, ask };
}

test('an answer is given again until anything is written, by whomever', async () => {
  const { world, ask } = setUp();
  expect([await ask(), await ask(), world.runs]).toEqual(['a', 'a', 1]);
  Object.assign(world, { state: '2', text: 'b' });
  expect([await ask(), await ask(), world.runs]).toEqual(['b', 'b', 2]);
  expect([await ask('other'), world.runs]).toEqual(['b', 3]);
});

test('what was read while somebody wrote is not kept', async () => {
  const { world, ask } = setUp();
  const torn = async () => {
    world.state = '2';
    return bodyOf('torn');
  };
  expect(await ask('k', torn)).toBe('torn');
  world.text = 'whole';
  expect([await ask(), world.runs]).toEqual(['whole', 1]);
});

test('an answer grows old: some depend on the time', async () => {
  const { world, ask } = setUp();
  await ask();
  world.at += 2_001;
  await ask();
  expect(world.runs).toBe(2);
});

test('a refusal is not kept', async () => {
  const { world, ask } = setUp();
  const refuse = async (): Promise<EncodedBody> => {
    throw new Error('NOT_FOUND');
  };
  await expect(ask('k', refuse)).rejects.toThrow('NOT_FOUND');
  expect([await ask(), world.runs]).toEqual(['a', 1]);
});
