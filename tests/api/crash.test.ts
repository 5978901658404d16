/**
 * kill -9 in the middle of writes: what was acknowledged is there, what was not is there whole or not at all, and every
 * counter agrees with its rows. CRASH_ROUNDS (default 1) times on the same data; `npm run bench:crash` for 20.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { openDatabase } from '../../server/database/database.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { CLUB } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { DAY } from './routesServer.ts';
import { copyTables } from './storePostgres.ts';
import { newKey, postOf, type StoreServer, send, startStoreServer } from './storeProcess.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);
/** Writes a round is up for; the kill comes somewhere among them. */
const WRITES = 500;
const AT_ONCE = 4;
const FANS = Array.from({ length: 20 }, (_, i) => `fan${i}`);

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
let server: StoreServer | undefined;
afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const openPlace = (place: string) =>
  openDatabase(place.startsWith('postgres:') ? { databaseUrl: place } : { dataDir: place });

async function fill(place: string): Promise<void> {
  const { db, close } = await openPlace(place);
  await db
    .insertInto('membership')
    .values(FANS.map((user_id) => ({ tenant: CLUB, user_id, agreed_version: '1' })))
    .execute();
  await db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id: 'e',
      event_name: 'e',
      event_type: 'official',
      event_date: formatWireDate(Date.now()),
      crawl_period_start: formatWireDateTime(Date.now() - DAY),
      crawl_period_end: formatWireDateTime(Date.now() + DAY),
      thumbnail: null,
      post_limit: null,
      descriptive_photo: null,
      season_id: null,
      user_id: null,
    })
    .execute();
  await close();
}

/** What was acknowledged, as rows of tables: 'reaction|{media_url}|{fan}'. */
type Acknowledged = Set<string>;

/** One write of the kind whose turn it is. False: nobody answered. */
async function write(at: StoreServer, n: number, posted: string[], said: Acknowledged): Promise<boolean> {
  const fan = FANS[n % FANS.length] ?? '';
  const kind = n % 5;
  const media_url = posted[(n * 7) % posted.length];
  if (kind === 0 || media_url === undefined) {
    const keys = [newKey(fan, 'e'), newKey(fan, 'e')];
    const reply = await send(at, 'putMediaList', fan, postOf('e', keys));
    if (reply?.status === 200) for (const key of keys) said.add(`photo|${key}`);
    if (reply?.status === 200) posted.push(...keys);
    return reply !== null;
  }
  if (kind === 1) {
    const reply = await send(at, 'putReaction', fan, { media_url, reaction: '1', targetuser: 'x' });
    if (reply?.status === 200) said.add(`reaction|${media_url}|${fan}`);
    return reply !== null;
  }
  if (kind === 2) {
    const reply = await send(at, 'putFavorite', fan, { media_url, targetuser: null });
    if (reply?.status === 200) said.add(`favorite|${media_url}|${fan}`);
    return reply !== null;
  }
  if (kind === 3) {
    const body = { comment: 'nice', media_url, targetuser: 'x', parent_id: null };
    const reply = await send(at, 'putComment', fan, body);
    if (reply?.status === 200) said.add(`comment|${(reply.answer as { comment_id: string }).comment_id}`);
    return reply !== null;
  }
  const follow_user = FANS[(n * 3 + 1) % FANS.length] ?? '';
  const reply = await send(at, 'putFollow', fan, { follow_user });
  if (reply?.status === 200) said.add(`follow|${follow_user}|${fan}`);
  return reply !== null;
}

/** Writes until the server is killed, after `kill` acknowledged writes. Answers how many writes got no answer. */
async function writeAndKill(at: StoreServer, round: number, kill: number, posted: string[], said: Acknowledged) {
  let next = 0;
  let answered = 0;
  let lost = 0;
  const work = async () => {
    while (next < WRITES) {
      const n = round * WRITES + next++;
      if (!(await write(at, n, posted, said))) {
        lost += 1;
        return;
      }
      // The others are in the middle of theirs.
      if (++answered === kill) void at.kill();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await at.kill();
  return lost;
}

async function stored(place: string): Promise<Acknowledged> {
  const { db, close } = await openPlace(place);
  // What the killed server had committed and not yet counted, as the next one does in its first second (ADR 21).
  await addUpCounters(db);
  await expectExactCounts(db);
  const photos = await db.selectFrom('photo').select('media_url').execute();
  const reactions = await db.selectFrom('reaction').select(['media_url', 'user_id']).execute();
  const favorites = await db.selectFrom('favorite').select(['target', 'user_id']).execute();
  const comments = await db.selectFrom('comment').select('comment_id').execute();
  const follows = await db.selectFrom('follow').select(['follow_user', 'user_id']).execute();
  await close();
  // Both photos of a post, or none.
  expect(photos.length % 2).toBe(0);
  return new Set([
    ...photos.map((row) => `photo|${row.media_url}`),
    ...reactions.map((row) => `reaction|${row.media_url}|${row.user_id}`),
    ...favorites.map((row) => `favorite|${row.target}|${row.user_id}`),
    ...comments.map((row) => `comment|${row.comment_id}`),
    ...follows.map((row) => `follow|${row.follow_user}|${row.user_id}`),
  ]);
}

test(
  `QUE-01b a server killed -9 during ${WRITES} writes, ${ROUNDS} times: nothing acknowledged is lost`,
  async () => {
    const url = process.env.TEST_DATABASE_URL;
    const place = url === undefined ? folder : await copyTables(url, 'crash');
    await fill(place);
    const posted: string[] = [];
    const said: Acknowledged = new Set();
    for (let round = 0; round < ROUNDS; round++) {
      server = await startStoreServer(place);
      // Early and late, on either side of the first checkpoints.
      const kill = Math.floor(WRITES * (0.2 + (0.7 * ((round * 7) % 10)) / 10));
      expect(await writeAndKill(server, round, kill, posted, said)).toBeGreaterThan(0);
      const there = await stored(place);
      expect([...said].filter((row) => !there.has(row))).toEqual([]);
    }
    expect(said.size).toBeGreaterThan(ROUNDS * WRITES * 0.1);
  },
  240_000 + 60_000 * ROUNDS,
);
