/** Persons of events and seasons: fans may write any name, and lists name few of those. */
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEventList } from '../../server/api/events/repository.ts';
import { readShownPersons } from '../../server/api/persons/repository.ts';
import { readSeasons } from '../../server/api/referenceData/repository.ts';
import type { Database } from '../../server/database/schema.ts';
import { PERSONS_LISTED, PLAYER_NAME_MAX } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

/** Of a league: more than are listed. */
const SQUAD = Array.from({ length: PERSONS_LISTED + 30 }, (_, n) => `選手 ${String(n).padStart(3, '0')}`);
const INVENTED = 20_000;
/** Of whole letters, as long as a name may be. */
const LONGEST = '誰'.repeat(PLAYER_NAME_MAX);
const HEAP = `a${'\u0301'.repeat(400)}`;

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  const { db } = server;
  for (const id of ['flooded', 'usual']) await server.addEvent(id);
  await db
    .insertInto('season')
    .values({
      tenant: CLUB,
      season_id: 's1',
      season_name: 'S',
      season_period_start: '2026-01-01 00:00:00',
      season_period_end: '2026-12-31 23:59:59',
    })
    .execute();
  await db
    .insertInto('person')
    .values(SQUAD.map((name) => ({ tenant: CLUB, name, team_id: null, number: null })))
    .execute();
  for (const [kind, value] of [
    ['event', 'flooded'],
    ['season', 's1'],
  ] as const) {
    await db
      .insertInto('person_tally')
      .values([
        ...SQUAD.map((name) => ({ tenant: CLUB, kind, value, name, n: 1 })),
        { tenant: CLUB, kind, value, name: HEAP, n: 9 },
      ])
      .execute();
    await sql`insert into person_tally(tenant, kind, value, name, n)
      select ${CLUB}, ${kind}, ${value}, 'invented ' || i, 2 + i % 3 from generate_series(1, ${INVENTED}::int) i`.execute(
      db,
    );
  }
  await db
    .insertInto('person_tally')
    .values([
      { tenant: CLUB, kind: 'event', value: 'usual', name: '選手 001', n: 1 },
      { tenant: CLUB, kind: 'event', value: 'usual', name: LONGEST, n: 3 },
      { tenant: CLUB, kind: 'event', value: 'usual', name: '選手 002', n: 0 },
    ])
    .execute();
  await sql`analyze`.execute(db);
});
afterAll(() => server.close());

test('SAF-01c of names fans write few are listed; of a season and of one event all of the tenant’s own', async () => {
  const ofEvents = [
    (await server.ok('getEvent', { params: { eventId: 'flooded' } })).person_list,
    (await server.ok('getEvents')).list.find(({ event_id }) => event_id === 'flooded')?.person_list ?? [],
  ];
  const whole = [
    (await server.ok('getSeasons')).list[0]?.person_list ?? [],
    (await server.ok('getEventPersons', { params: { eventId: 'flooded' } })).list.map(({ name }) => name),
    (await server.ok('getSeasonPersons', { params: { seasonId: 's1' } })).list.map(({ name }) => name),
  ];
  for (const list of [...ofEvents, ...whole]) {
    const invented = list.filter((name) => name.startsWith('invented'));
    // One place went to a name that is too heavy.
    expect(invented).toHaveLength(PERSONS_LISTED - 1);
    expect(list).toEqual(whole.includes(list) ? [...invented, ...SQUAD] : invented);
  }
  const { person_list } = await server.ok('getEvent', { params: { eventId: 'usual' } });
  expect(person_list).toEqual([LONGEST, '選手 001']);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How the statements of `run` read the tallies, as it happened. */
async function tallyReadsOf(run: (db: Kysely<Database>) => Promise<unknown>): Promise<PlanNode[]> {
  const { db } = server;
  const sent: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      sent.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watched);
  const reads: PlanNode[] = [];
  for (const query of sent) {
    const explained = { ...query, sql: `explain (analyze, timing off, format json) ${query.sql}` };
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string | [{ Plan: PlanNode }] }>(explained);
    for (const { 'QUERY PLAN': told } of rows) {
      const [{ Plan }] = typeof told === 'string' ? (JSON.parse(told) as [{ Plan: PlanNode }]) : told;
      reads.push(...nodesOf(Plan).filter((node) => node['Relation Name'] === 'person_tally'));
    }
  }
  return reads;
}

test.each([
  ['events', ['person_tally_most'], (db: Kysely<Database>) => readEventList(db, CLUB, {})],
  ['seasons', ['person_tally_most', 'person_tally_pkey'], (db: Kysely<Database>) => readSeasons(db, CLUB)],
  [
    'persons of an event',
    ['person_tally_most', 'person_tally_pkey'],
    (db: Kysely<Database>) => readShownPersons(db, CLUB, { kind: 'event', id: 'flooded' }),
  ],
  [
    'persons of a season',
    ['person_tally_most', 'person_tally_pkey'],
    (db: Kysely<Database>) => readShownPersons(db, CLUB, { kind: 'season', id: 's1' }),
  ],
] as const)('SAF-01c the list of %s walks through few names, by the index %j', async (_, indexes, read) => {
  const reads = await tallyReadsOf(read);
  expect(reads.map((node) => node['Index Name'])).toEqual(indexes);
  const [most, own] = reads.map((node) => node['Actual Rows'] ?? 0);
  expect(most).toBeLessThanOrEqual(PERSONS_LISTED);
  expect(own ?? 0).toBeLessThanOrEqual(1);
});
