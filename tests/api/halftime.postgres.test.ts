/** A small stadium at half-time on two server copies: what comes of each request. How long it takes is `bench:halftime`'s. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import { compareCounters } from '../bench/halftime/counters.ts';
import { KINDS } from '../bench/halftime/crowd.ts';
import { type Place, runMix } from '../bench/halftime/phases.ts';
import { type Prepared, prepareDatabase } from '../bench/halftime/prepare.ts';
import { install } from '../bench/halftime/processes.ts';
import { copyTables } from './storePostgres.ts';

const root = resolve(import.meta.dirname, '../..');
const ids = tenants.map(({ id }) => id);
const PHOTOS = 2000;
/** A photo is deleted once its originals are there, which takes two to four of them. */
const SECONDS = 8;
/** A third of the stadium's, and more of what is rare there. */
const MIX = { photos: 60, narrowPosts: 3, deletes: 5, reads: 60, likes: 30, comments: 10, signIns: 5 };

let prepared: Prepared;
let place: Place;
beforeAll(async () => {
  const databaseUrl = await copyTables(inject('postgresUrl'), 'halftime');
  prepared = await prepareDatabase({ root, databaseUrl, tenants: ids, photos: PHOTOS });
  const installation = await install({ root, databaseUrl, copies: 2 });
  const { tokenOf, newest } = prepared;
  place = { installation, tenants: ids, tokenOf, newest, chance: Math.random, photos: PHOTOS };
}, 60_000);
afterAll(async () => {
  await place?.installation.stop();
  await prepared?.close();
});

test('HLF-02 the mix of a stadium from three addresses: nobody is refused, nothing fails, counters agree', async () => {
  const { crowd } = await runMix(place, SECONDS, MIX);
  const came = KINDS.map((kind) => {
    const { intended, good, examples } = crowd.tallies[kind];
    return { kind, came: intended > 0, others: intended - good, examples: [...examples] };
  });
  expect(came).toEqual(KINDS.map((kind) => ({ kind, came: true, others: 0, examples: [] })));
  expect(await compareCounters(prepared.db)).toEqual([]);
}, 60_000);
