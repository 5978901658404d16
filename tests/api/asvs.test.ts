/** Requirements of the ASVS (tests/asvs.md) that no other test looks at: what goes in and comes out of the calls. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpFanRanks } from '../../server/database/fanRanks.ts';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  pathOf,
  type QueryInputOf,
} from '../../src/contract/endpoints.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { rows } from './contract/allRows.ts';
import type { BadInput, Row, World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function newPhoto(fields: Parameters<World['storePhoto']>[2]) {
  const photo = world.storePhoto('aki', 'e', fields);
  expect(await world.post('aki', 'e', [photo])).toMatchObject({ status: 200 });
  return photo.media_url;
}
const found = async (query: QueryInputOf<'getPublicList'>) =>
  (await world.ok('getPublicList', { params: { publicListId: 'all' }, query })).media_list.map(
    ({ media_url }) => media_url,
  );

test('ASVS 1.1.1 a query is decoded once: what still looks encoded is looked for as it stands', async () => {
  const coded = await newPhoto({ htag: '#%41rrow', photo_location: '%5cgate' });
  const plain = await newPhoto({ htag: '#Arrow', photo_location: '\\gate' });
  expect(await found({ ht: '%41rrow' })).toEqual([coded]);
  expect(await found({ ht: 'Arrow' })).toEqual([plain]);
  expect(await found({ pl: '%5cgate' })).toEqual([coded]);
});

test('ASVS 1.2.4 quotes, patterns and comments of a query are words to look for, not parts of a statement', async () => {
  const word = "o'neil's \\ 100%_--";
  const mine = await newPhoto({ comment: `${word}; drop table photo`, player: "O'Neil" });
  await newPhoto({ comment: 'oxneilxs and 1000 others' });
  expect(await found({ search_text: word })).toEqual([mine]);
  expect(await found({ cp: "O'Neil" })).toEqual([mine]);
  for (const field of ['search_text', 'cp', 'ht', 'pl'])
    for (const text of ["'", "' or '1'='1", "'; drop table photo; --", '$1', '%', '\\'])
      expect([field, text, (await found({ [field]: `${text}nobody` })).length]).toEqual([field, text, 0]);
  expect((await world.ok('findUsersByName', { query: { name: "' or '1'='1" } })).list).toEqual([]);
  expect(world.errors).toEqual([]);
});

test('ASVS 5.4.1 the name of a fan’s file is kept as a text, and no answer to others carries it', async () => {
  const fileName = '../../etc/passwd"; filename="Meine Wohnung.html';
  const media_url = await newPhoto({ fileName });
  const stored = await world.db
    .selectFrom('photo')
    .select('file_name')
    .where('media_url', '=', media_url)
    .executeTakeFirstOrThrow();
  expect(stored.file_name).toBe(fileName);
  expect(media_url).toMatch(/\/[A-Za-z0-9]{20}\.jpg$/);
  // As they travel: the client's parsing would drop what nobody asked for.
  const paths = {
    list: `${pathOf(endpoints.getPublicList, { publicListId: 'all' })}?e=e`,
    photo: `${pathOf(endpoints.getPhoto, {})}?${new URLSearchParams({ media_url: btoa(media_url) })}`,
  };
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'x-api-authorization': 'Bearer of.ben' };
  for (const [name, path] of Object.entries(paths)) {
    const answer = await (await world.send('GET', `/f${path}`, headers)).text();
    expect([name, answer]).toEqual([name, expect.stringContaining(media_url)]);
    expect([name, answer]).toEqual([name, expect.not.stringMatching(/passwd|Wohnung|file_name/i)]);
  }
});

/** A fingerprint of every table but the counters of limits, by name. */
async function fingerprints(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'identity_limit' order by 1`.execute(
    world.db,
  );
  const prints: Record<string, string> = {};
  for (const { name } of nonEmpty(tables)) {
    const { rows: found } = await sql<{ print: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`.execute(
      world.db,
    );
    prints[name] = found[0]?.print ?? '';
  }
  return prints;
}

test('ASVS 3.5.3 a GET changes nothing: no call that reads writes a row', async () => {
  const reading = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');
  expect(reading.length).toBeGreaterThan(20);
  for (const name of nonEmpty(reading)) {
    const endpoint: Endpoint = endpoints[name];
    const row = rows[name] as unknown as Row<EndpointName>;
    const input = (await row.input(world)) as BadInput;
    // What the input left is added up here, not by a job in the midst of the call.
    await addUpFigures(world.db);
    await addUpFanRanks(world.db);
    const before = await fingerprints();
    expect([name, await world.call(name, { ...input, as: row.as ?? 'aki' } as never)]).toEqual([
      name,
      expect.objectContaining({ status: 200 }),
    ]);
    expect([name, endpoint.path, await fingerprints()]).toEqual([name, endpoint.path, before]);
  }
});
