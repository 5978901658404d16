import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/schema.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { createRegistrationServer } from './registrationParts.ts';
import { DAY } from './routesServer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'registration-'));
let server: ChildProcess | undefined;
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const POSTS = 40;
const AT_ONCE = 4;

async function fillFolder() {
  const { db, close } = await openDatabase({ dataDir });
  await db.insertInto('membership').values({ tenant: CLUB, user_id: 'aki', agreed_version: '1' }).execute();
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

/** Answers the server's address. */
async function start(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'registrationServer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  for await (const port of createInterface({ input: child.stdout })) return `http://127.0.0.1:${port}`;
  throw new Error('The server ended early.');
}

async function kill() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}

type Send = (request: Request) => Promise<Response>;

/** Registers one post of two photos. False: no answer. */
async function register(send: Send, url: string, keys: readonly string[]): Promise<boolean> {
  const photo = {
    comment: '',
    htag: '#goal',
    player: '',
    photo_location: null,
    usepermit: true,
    fileName: 'a.jpg',
    exif: null,
    width: 4000,
    height: 3000,
    color: '#336699',
    size: 1000,
  };
  const body = {
    public_list_id: 'event',
    event_id: 'e',
    season_id: null,
    team_id: null,
    media_list: keys.map((media_url) => ({ ...photo, media_url })),
  };
  const headers = {
    'content-type': 'application/json',
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    'x-api-authorization': 'Bearer of.aki',
  };
  try {
    const answer = await send(
      new Request(`${url}/f/media/list/items`, { method: 'PUT', headers, body: JSON.stringify(body) }),
    );
    const { media_list } = (await answer.json()) as { media_list: unknown[] };
    expect([answer.status, media_list.length]).toEqual([200, keys.length]);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function stored(db: Kysely<Database>) {
  const photos = await db.selectFrom('photo').select('media_url').execute();
  const tally = await db.selectFrom('tally').select(['kind', 'n']).where('kind', 'in', ['all', 'htag']).execute();
  const poster = await db.selectFrom('event_poster').select('n').executeTakeFirst();
  return {
    urls: photos.map(({ media_url }) => media_url),
    counters: [...tally.map(({ n }) => n), poster?.n],
  };
}

test('QUE-01b T25 killed -9 in mid-registration: what was acknowledged is there, a resend doubles nothing', async () => {
  await fillFolder();
  const key = () => originalKey({ dir: 'ugc', tenant: CLUB, owner: 'e', name: createObjectName() });
  const posts = Array.from({ length: POSTS }, () => [key(), key()]);
  const acknowledged: string[] = [];
  const first = await start();
  const queue = [...posts];
  const send = async () => {
    for (let keys = queue.shift(); keys; keys = queue.shift()) {
      if (!(await register(fetch, first, keys))) return;
      acknowledged.push(...keys);
      // The others are in the middle of theirs.
      if (acknowledged.length >= POSTS) server?.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  await kill();
  expect(queue.length).toBeGreaterThan(0);

  // As the next start finds it.
  const { db, close } = await openDatabase({ dataDir });
  // What the killed server had committed and not yet counted, as the next one does in its first second (ADR 21).
  await addUpCounters(db);
  const after = await stored(db);
  expect(after.urls).toEqual(expect.arrayContaining(acknowledged));
  // A post is there whole or not at all.
  for (const [one = '', two = ''] of nonEmpty(posts)) expect(after.urls.includes(one)).toBe(after.urls.includes(two));
  expect(after.counters).toEqual(Array(3).fill(after.urls.length));

  const second = createRegistrationServer(db);
  for (const keys of nonEmpty(posts)) expect(await register(second.fetch, 'http://localhost', keys)).toBe(true);
  const complete = await stored(db);
  await close();
  expect(complete.urls.toSorted()).toEqual(posts.flat().toSorted());
  expect(complete.counters).toEqual(Array(3).fill(POSTS * 2));
});
