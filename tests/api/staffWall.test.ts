/** The wall: who may see which photos with which key, and what staff change of it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { WallChoices } from '../../src/contract/wall.ts';
import { WALL_BOUNDS, WALL_PHOTOS, WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { HOUR, NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
let now = NOON;
let made = 0;
let event_id = '';
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  now = NOON;
  world.setNow(now);
  for (const table of ['photo', 'identity_limit'] as const) await world.db.deleteFrom(table).execute();
  event_id = `wall-${++made}`;
  for (const tenant of [CLUB, LEAGUE]) await world.addEvent(event_id, { tenant });
});
afterAll(() => world.close());

const as = `editor-${CLUB}`;
const other = `owner-${CLUB}`;
const later = (ms: number) => {
  now += ms;
  world.setNow(now);
};
const newKey = async (event = event_id, tenant = CLUB) =>
  world.staff.ok('putStaffWallKey', { as: `editor-${tenant}`, tenant, body: { event_id: event, name: '場内' } });
/** The wall as a screen sees it, after the answer that screens share. */
const ask = async (key: string, { tenant = CLUB, event = event_id, known = '' } = {}) => {
  later(WALL_TIMES.shared);
  return world.call('askWall', { tenant, body: { event_id: event, key, known } });
};
const wallOf = async (key: string) => {
  const reply = await ask(key);
  if (!('answer' in reply) || reply.answer.wall === null) throw new Error('no wall');
  return reply.answer.wall;
};
const keysOn = async (key: string) => (await wallOf(key)).photos.map(({ media_url }) => media_url);
const post = async (fields = {}, by?: string) => {
  later(1_000);
  const author = by ?? (await world.newFan());
  const photo = world.storePhoto(author, event_id, { usepermit: true, ...fields });
  expect((await world.post(author, event_id, [photo])).status).toBe(200);
  return photo.media_url;
};
type Decision = 'waiting' | 'approved' | 'rejected';
const decide = (media_url: string, decision: Decision, seen: Decision = 'waiting', who = as) =>
  world.staff.outcome('putStaffWallPhoto', { as: who, body: { event_id, media_url, decision, seen } });
const press = (body: { button: 'pause' | 'blackout'; is_on: boolean } | { button: 'skip' }, who = as) =>
  world.staff.outcome('putStaffWallButton', { as: who, body: { event_id, press: body } });
const pin = (media_url: string | null) =>
  world.staff.outcome('putStaffWallButton', { as, body: { event_id, press: { button: 'pin', media_url } } });
const desk = () => world.staff.ok('getStaffWall', { as, query: { event_id } });
const DEFAULT: WallChoices = { needs_approval: true, layout: 'single', motion: 'fade', message: '' };
const choose = (choices: Partial<WallChoices>, version: number, who = as) =>
  world.staff.outcome('putStaffWallChoices', {
    as: who,
    body: { event_id, version, choices: { ...DEFAULT, ...choices } },
  });
const acts = async (what: string) => {
  const rows = await world.db.selectFrom('operator_log').select(['act', 'staff_id']).where('what', '=', what).execute();
  return rows.map(({ act, staff_id }) => `${act} ${staff_id}`);
};

test('WAL-01a a key is told once, stored as a hash, named, listed, and bounded', async () => {
  const { key, key_id } = await newKey();
  expect(key).toMatch(/^[\w-]{43}$/);
  const row = await world.db.selectFrom('wall_key').selectAll().where('key_id', '=', key_id).executeTakeFirstOrThrow();
  expect([JSON.stringify(row).includes(key), row.hash]).toEqual([
    false,
    createHash('sha256').update(key).digest('hex'),
  ]);
  expect((await desk()).keys).toEqual([{ key_id, name: '場内', created_at: '2026-06-10 12:00:00', seen_at: null }]);
  const added = (name: string) => world.staff.outcome('putStaffWallKey', { as, body: { event_id, name } });
  expect([await added(' \u200b '), await added(''), await added('x'.repeat(WALL_BOUNDS.name + 1))]).toEqual(
    Array(3).fill('INVALID_REQUEST'),
  );
  for (let i = 1; i < WALL_BOUNDS.keysPerEvent; i++) expect(await added(`壁${i}`)).toBe(200);
  expect(await added('もう一つ')).toBe('NOT_ALLOWED');
  const none = { as, body: { event_id: 'nowhere', name: '場内' } };
  expect(await world.staff.outcome('putStaffWallKey', none)).toBe('NOT_FOUND');
});

test('WAL-01b a wall needs no sign-in, and keys of other walls, tenants and nobody open nothing', async () => {
  const { key, key_id } = await newKey();
  expect(await ask(key)).toMatchObject({ status: 200, answer: { wall: { event_name: `Event ${event_id}` } } });
  const elsewhere = `${event_id}-b`;
  await world.addEvent(elsewhere);
  const [ofOther, ofLeague] = [await newKey(elsewhere), await newKey(event_id, LEAGUE)];
  const wrong = [
    await ask('x'.repeat(43)),
    await ask(ofOther.key),
    await ask(ofLeague.key),
    await ask(key, { event: elsewhere }),
    await ask(key, { event: 'nowhere' }),
    await ask(key, { tenant: LEAGUE }),
    await ask(key_id.padEnd(43, '0')),
  ];
  expect(wrong).toEqual(Array(7).fill({ status: 404, code: 'NOT_FOUND' }));
  // At one moment, so that a shared answer would serve the other tenant's wall.
  later(WALL_TIMES.shared);
  const askNow = async (tenant: string, own: string) =>
    (await world.call('askWall', { tenant, body: { event_id, key: own, known: '' } })).status;
  expect([await askNow(CLUB, key), await askNow(LEAGUE, key), await askNow(LEAGUE, ofLeague.key)]).toEqual([
    200, 404, 200,
  ]);
});

test('WAL-01b the key opens no other call', async () => {
  const { key } = await newKey();
  const closed = nonEmpty((Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].auth === 'user'));
  for (const name of closed) {
    const { method, path } = endpoints[name];
    const headers = {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'x-api-authorization': `Bearer ${key}`,
      'content-type': 'application/json',
    };
    const at = `/f${path.replace(/\{\w+\}/g, 'x')}?key=${key}`;
    const reply = await world.send(method, at, headers, method === 'GET' ? undefined : JSON.stringify({ key }));
    expect([name, reply.status]).toEqual([name, 401]);
  }
  const desk = await world.sendStaff('getStaffWall', { query: { event_id }, token: key } as never);
  expect(desk.status).toBe(404);
});

test('WAL-01c a revoked key opens nothing any more, also while others share the answer', async () => {
  const [gone, stays] = [await newKey(), await newKey()];
  expect([(await ask(gone.key)).status, (await ask(stays.key)).status]).toEqual([200, 200]);
  const revoke = (tenant: string) =>
    world.staff.outcome('deleteStaffWallKey', { as: `editor-${tenant}`, tenant, body: { key_id: gone.key_id } });
  // Another tenant's editor revokes nothing.
  expect([await revoke(LEAGUE), (await ask(gone.key)).status]).toEqual([200, 200]);
  expect([await revoke(CLUB), await revoke(CLUB)]).toEqual([200, 200]);
  const body = { event_id, known: '' };
  expect((await world.call('askWall', { body: { ...body, key: gone.key } })).status).toBe(404);
  expect((await world.call('askWall', { body: { ...body, key: stays.key } })).status).toBe(200);
  expect((await desk()).keys.map(({ key_id }) => key_id)).toEqual([stays.key_id]);
  expect((await acts(event_id)).filter((act) => act.startsWith('wall revoke-key'))).toEqual([`wall revoke-key ${as}`]);
});

test('WAL-02a only approved, permitted, shown photos of the event are on the wall', async () => {
  const { key } = await newKey();
  const [waiting, approved, rejected, refused] = [
    await post(),
    await post(),
    await post(),
    await post({ usepermit: false }),
  ];
  expect(await keysOn(key)).toEqual([]);
  expect([await decide(approved, 'approved'), await decide(rejected, 'rejected')]).toEqual([200, 200]);
  expect([await decide(refused, 'approved'), await decide('ugc/x', 'approved')]).toEqual([
    'NOT_FOUND',
    'INVALID_REQUEST',
  ]);
  const elsewhere = (await world.newPhoto(CLUB)).media_url;
  const foreign = (await world.newPhoto(LEAGUE)).media_url;
  expect([await decide(elsewhere, 'approved'), await decide(foreign, 'approved')]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect(await keysOn(key)).toEqual([approved]);
  const { queue, waiting: count, played } = await desk();
  expect([queue.map(({ photo }) => photo.media_url), count]).toEqual([[waiting], 1]);
  expect(played).toMatchObject([{ decision: 'approved', photo: { media_url: approved } }]);
  expect(await choose({ needs_approval: false }, 0)).toBe(200);
  expect(await keysOn(key)).toEqual([approved, waiting]);
  expect((await desk()).waiting).toBe(0);
});

test('WAL-02b what is hidden, deleted or withdrawn leaves the next answer, pinned or not', async () => {
  const { key } = await newKey();
  const author = await world.newFan();
  const [hidden, deleted, withdrawn] = [await post(), await post({}, author), await post()];
  for (const one of [hidden, deleted, withdrawn]) expect(await decide(one, 'approved')).toBe(200);
  expect(await keysOn(key)).toEqual([withdrawn, deleted, hidden]);
  expect(await pin(hidden)).toBe(200);
  await world.db
    .updateTable('photo')
    .set({ hidden_at: new Date(now) })
    .where('media_url', '=', hidden)
    .execute();
  expect(await keysOn(key)).toEqual([withdrawn, deleted]);
  await world.ok('deletePhoto', { as: author, body: { public_list_id: 'event', media_url: deleted } });
  await world.db.updateTable('photo').set({ usepermit: false }).where('media_url', '=', withdrawn).execute();
  expect(await keysOn(key)).toEqual([]);
  const left = await world.db.selectFrom('wall_photo').select('media_url').where('media_url', '=', deleted).execute();
  expect(left).toEqual([]);
});

test('WAL-02a a wall that nobody has set asks for approvals, before its first row and with it', async () => {
  const unset = { ...DEFAULT, is_paused: false, is_blackout: false, pinned: null };
  expect(await desk()).toMatchObject({ state: { ...unset, skips: 0 }, version: 0 });
  expect(await press({ button: 'skip' })).toBe(200);
  expect(await desk()).toMatchObject({ state: { ...unset, skips: 1 }, version: 0 });
});

test('WAL-02a the newest come first, are bounded, and a pinned one stays among them', async () => {
  const { key } = await newKey();
  expect(await choose({ needs_approval: false }, 0)).toBe(200);
  const author = await world.newFan();
  const first = await post({}, author);
  expect(await pin(first)).toBe(200);
  const many = Array.from({ length: WALL_PHOTOS.played }, () =>
    world.storePhoto(author, event_id, { usepermit: true }),
  );
  for (let from = 0; from < many.length; from += 10) {
    later(1_000);
    expect((await world.post(author, event_id, many.slice(from, from + 10))).status).toBe(200);
  }
  const shown = await keysOn(key);
  expect([shown.length, shown.at(-1)]).toEqual([WALL_PHOTOS.played + 1, first]);
  expect(many.map(({ media_url }) => media_url)).toContain(shown[0]);
  expect(await pin(null)).toBe(200);
  expect(await keysOn(key)).not.toContain(first);
});

test('WAL-03d the answer has credit, message, players, faces and today’s count, and no name besides', async () => {
  const { key } = await newKey();
  const author = await world.newFan();
  await post({}, author);
  later(13 * HOUR);
  const face = { name: '高峰', BoundingBox: { Left: 0.1, Top: 0.2, Width: 0.3, Height: 0.4 } };
  const photo = await post({ comment: 'いけ！', player: '高峰,山田' }, author);
  await world.db
    .updateTable('photo')
    .set({ face_info: JSON.stringify([face]) })
    .where('media_url', '=', photo)
    .execute();
  await decide(photo, 'approved');
  const setting = { tenant: CLUB, type: 'C', official_label: 'CLUB', ambassador: 'OFF', extra_text: '' } as const;
  await world.db.insertInto('credit_setting').values(setting).execute();
  const { photos, today } = await wallOf(key);
  expect(today).toBe(1);
  expect(photos).toMatchObject([
    {
      media_url: photo,
      credit: `© CLUB / ${author}`,
      message: 'いけ！',
      players: ['高峰', '山田'],
      faces: [face.BoundingBox],
    },
  ]);
  await world.db.updateTable('credit_setting').set({ type: 'D' }).execute();
  expect((await wallOf(key)).photos).toMatchObject([{ credit: '' }]);
  await world.db.deleteFrom('credit_setting').execute();
});

test('WAL-04a the remote control pauses, skips, blacks out, pins and writes on the board', async () => {
  const { key } = await newKey();
  const photo = await post();
  expect(await pin(photo)).toBe('NOT_FOUND');
  await decide(photo, 'approved');
  const before = (await wallOf(key)).state;
  expect(before).toMatchObject({ is_paused: false, is_blackout: false, pinned: null, message: '' });
  expect([await press({ button: 'pause', is_on: true }), await press({ button: 'blackout', is_on: true })]).toEqual([
    200, 200,
  ]);
  expect([await press({ button: 'skip' }), await pin(photo)]).toEqual([200, 200]);
  expect(await choose({ message: '<b>ハーフタイム</b>', layout: 'mosaic', motion: 'cut' }, 0)).toBe(200);
  expect((await wallOf(key)).state).toEqual({
    needs_approval: true,
    layout: 'mosaic',
    motion: 'cut',
    message: 'ハーフタイム',
    is_paused: true,
    is_blackout: true,
    pinned: photo,
    skips: before.skips + 1,
  });
  expect(await choose({ message: 'x'.repeat(WALL_BOUNDS.message + 1) }, 1)).toBe('INVALID_REQUEST');
  expect(nonEmpty(await acts(event_id)).toSorted()).toEqual(
    [...Array(4).fill(`wall button ${as}`), `wall add-key ${as}`, `wall set ${as}`].toSorted(),
  );
});

test('WAL-04b of two members of the staff one wins, and the other is told', async () => {
  const photo = await post();
  expect([await decide(photo, 'approved'), await decide(photo, 'approved', 'waiting', other)]).toEqual([200, 200]);
  expect(await decide(photo, 'rejected', 'waiting', other)).toBe('ALREADY_DECIDED');
  expect(await decide(photo, 'rejected', 'approved', other)).toBe(200);
  expect(await decide(photo, 'waiting', 'rejected')).toBe(200);
  expect(await acts(photo)).toEqual([`wall approve ${as}`, `wall reject ${other}`, `wall undecide ${as}`]);
  expect([await choose({ message: '一' }, 0), await choose({ message: '二' }, 0, other)]).toEqual([
    200,
    'ALREADY_DECIDED',
  ]);
  expect((await desk()).state.message).toBe('一');
  // The same once more is no error, and buttons are never refused for another's.
  expect([await choose({ message: '一' }, 0, other), await press({ button: 'blackout', is_on: true }, other)]).toEqual([
    200, 200,
  ]);
  const both = await Promise.all([decide(photo, 'approved'), decide(photo, 'rejected', 'waiting', other)]);
  expect(both.toSorted()).toEqual([200, 'ALREADY_DECIDED'].toSorted());
});

test('WAL-05c the desk knows when a wall last asked', async () => {
  const { key, key_id } = await newKey();
  const seen = async () => (await desk()).keys.find((one) => one.key_id === key_id)?.seen_at;
  expect(await seen()).toBeNull();
  await ask(key);
  const first = await seen();
  expect(first).toBe('2026-06-10 12:00:01');
  later(1_000);
  await ask(key);
  expect(await seen()).toBe(first);
  later(WALL_TIMES.seenEvery);
  await ask(key);
  expect(await seen()).not.toBe(first);
});

/** Reads the wall at the address that all screens of the event share, as that of `feed` is. */
const readFeed = (feed: { event_id: string; pass: string }, { tenant = CLUB, known = '' } = {}) => {
  const params = { eventId: feed.event_id, pass: feed.pass };
  return world.call('getWall', { tenant, params, query: known === '' ? {} : { known } });
};
const feedOf = async (key: string) => {
  const reply = await ask(key);
  if (!('answer' in reply) || reply.answer.feed === undefined) throw new Error('no wall');
  return reply.answer.feed;
};

test('WAL-11c the address that all screens share shows the same wall, and nothing of another event', async () => {
  const keys = [await newKey(), await newKey()].map(({ key }) => key);
  const photo = await post();
  await decide(photo, 'approved');
  const [feed, same] = [await feedOf(keys[0] ?? ''), await feedOf(keys[1] ?? '')];
  expect(same).toEqual(feed);
  const reply = await readFeed(feed);
  expect(reply).toMatchObject({ answer: { wall: { photos: [{ media_url: photo }] } } });
  if (!('answer' in reply)) throw new Error('no wall');
  expect(await readFeed(feed, { known: reply.answer.tag })).toMatchObject({ answer: { wall: null } });

  const elsewhere = `${event_id}-b`;
  await world.addEvent(elsewhere);
  await newKey(elsewhere);
  await newKey(event_id, LEAGUE);
  const outcomes = [
    await readFeed({ event_id: elsewhere, pass: feed.pass }),
    await readFeed(feed, { tenant: LEAGUE }),
    await readFeed({ event_id, pass: 'x'.repeat(22) }),
    await readFeed({ event_id: 'nowhere', pass: feed.pass }),
  ];
  expect(outcomes).toEqual(Array(4).fill({ status: 404, code: 'NOT_FOUND' }));
});

test('WAL-05e a screen is told which of its photos it may go on with', async () => {
  const { key } = await newKey();
  const [approved, rejected, waiting, hidden] = [await post(), await post(), await post(), await post()];
  const forbidden = await post({ usepermit: false });
  for (const one of [approved, hidden]) await decide(one, 'approved');
  await decide(rejected, 'rejected');
  await world.db
    .updateTable('photo')
    .set({ hidden_at: new Date(now) })
    .where('media_url', '=', hidden)
    .execute();
  const staysOf = async (held: string[]) => {
    later(WALL_TIMES.shared);
    const reply = await world.call('askWall', { body: { event_id, key, known: '', held } });
    return 'answer' in reply ? reply.answer.stays?.toSorted() : reply;
  };
  const all = [approved, rejected, waiting, hidden, forbidden];
  expect(await staysOf(all)).toEqual([approved]);
  expect(await choose({ needs_approval: false }, 0)).toBe(200);
  expect(await staysOf(all)).toEqual([approved, waiting].toSorted());
  expect(await staysOf([])).toEqual([]);
  expect(await staysOf(Array(WALL_PHOTOS.reserve + 1).fill(approved))).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('WAL-01c the shared address ends when a key of the event is revoked, and with the day', async () => {
  const [gone, stays] = [await newKey(), await newKey()];
  const before = await feedOf(gone.key);
  expect((await readFeed(before)).status).toBe(200);
  await world.staff.ok('deleteStaffWallKey', { as, body: { key_id: gone.key_id } });
  later(WALL_TIMES.shared);
  expect((await readFeed(before)).status).toBe(404);
  const after = await feedOf(stays.key);
  expect((await readFeed(after)).status).toBe(200);
  later(24 * HOUR);
  expect((await readFeed(after)).status).toBe(404);
  expect((await readFeed(await feedOf(stays.key))).status).toBe(200);
});

test('WAL-06a fifty walls of an event cost the database one answer', async () => {
  const keys = [await newKey(), await newKey()].map(({ key }) => key);
  const photo = await post();
  await decide(photo, 'approved');
  const walls = Array.from({ length: 50 }, (_, i) => keys[i % 2] ?? '');
  const askNow = (key: string, known = '') => world.call('askWall', { body: { event_id, key, known } });
  const first = await Promise.all(walls.map((key) => askNow(key)));
  // Past the server, so that nothing tells it: whoever asks within the shared time is given the same answer.
  await world.db.updateTable('photo').set({ comment: 'x' }).where('media_url', '=', photo).execute();
  const again = await Promise.all(walls.map((key) => askNow(key)));
  const texts = new Set([...first, ...again].map((reply) => JSON.stringify(reply)));
  expect(texts.size).toBe(1);
  later(WALL_TIMES.shared);
  const after = await askNow(keys[0] ?? '');
  expect(texts.has(JSON.stringify(after))).toBe(false);
  if (!('answer' in after)) throw new Error('no wall');
  const { tag } = after.answer;
  expect(await askNow(keys[1] ?? '', tag)).toMatchObject({ status: 200, answer: { tag, wall: null } });
});
