/** A small stadium at half-time on two server copies: what comes of each request. How long it takes is `bench:halftime`'s. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import { copyTables } from '../../api/storePostgres.ts';
import { compareCounters } from '../../bench/halftime/counters.ts';
import { KINDS } from '../../bench/halftime/crowd.ts';
import { type Place, runMix } from '../../bench/halftime/phases.ts';
import { type Prepared, prepareDatabase } from '../../bench/halftime/prepare.ts';
import { install } from '../../bench/halftime/processes.ts';

const root = resolve(import.meta.dirname, '../../..');
const ids = tenants.map(({ id }) => id);
const PHOTOS = 2000;
/** A photo is deleted once its original is there: after two to four seconds, or ten on a busy machine, which gets the second round. */
const SECONDS = [8, 24];
/** What falls behind on a busy machine is answered late, which is no failure here. */
const PATIENCE_MS = 120_000;
/** Instead of the copies' own few seconds, after which they answer 503: a wait for a connection or a turn is no failure here either. */
const PATIENT_MS = 60_000;
/** A third of the stadium's, and more of what is rare there. */
const MIX = { photos: 60, narrowPosts: 3, deletes: 5, reads: 60, likes: 30, comments: 10, signIns: 5 };

let prepared: Prepared;
let place: Place;
beforeAll(async () => {
  const databaseUrl = await copyTables(inject('postgresUrl'), 'halftime');
  prepared = await prepareDatabase({ root, databaseUrl, tenants: ids, photos: PHOTOS });
  vi.stubEnv('HALFTIME_PATIENT_MS', String(PATIENT_MS));
  const installation = await install({ root, databaseUrl, copies: 2 });
  const { tokenOf, newest } = prepared;
  place = { installation, tenants: ids, tokenOf, newest, chance: Math.random, photos: PHOTOS, patienceMs: PATIENCE_MS };
});
afterAll(async () => {
  await place?.installation.stop();
  await prepared?.close();
});

test('HLF-02 the mix of a stadium from three addresses: nobody is refused, nothing fails, counters agree', async () => {
  const met = new Set<string>();
  for (const seconds of SECONDS) {
    if (met.size === KINDS.length) break;
    const { tallies } = (await runMix(place, seconds, MIX)).crowd;
    for (const kind of KINDS) {
      const { intended, good, examples } = tallies[kind];
      const others = [...examples].map(([what, times]) => `${times} × ${what}`);
      if (intended > 0) met.add(kind);
      expect(`${kind}: ${intended - good} ${others.join(', ')}`.trim()).toBe(`${kind}: 0`);
    }
  }
  expect([...met].sort()).toEqual([...KINDS].sort());
  expect(await compareCounters(prepared.db)).toEqual([]);
}, 600_000);
