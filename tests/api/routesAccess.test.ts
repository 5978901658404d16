/** Who may do what where it takes more than a token: the guards of `server/api/access` at their bounds. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { CONTACT_LIMITS, MUTES_MAX } from '../../src/contract/limits.ts';
import { WORD_VOTES } from '../../src/contract/wordLimits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { messageOf } from './contract/contactRows.ts';
import { draftOf } from './contract/draft.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('e');
});
beforeEach(async () => {
  await server.db.deleteFrom('identity_limit').execute();
});
afterAll(() => server.close());

const invalid = { status: 400, code: 'INVALID_REQUEST' };
const notFound = { status: 404, code: 'NOT_FOUND' };

async function newPhoto(as: string, event = 'e', fields: Parameters<RoutesServer['storePhoto']>[2] = {}) {
  const photo = server.storePhoto(as, event, fields);
  expect((await server.post(as, event, [photo])).status).toBe(200);
  return photo.media_url;
}

test('TEN-10c PST-04a a photo is put to a team of its own tenant only', async () => {
  const team = { team_name: 'Team', object_key: null, gender: null };
  await server.db
    .insertInto('team')
    .values([
      { tenant: CLUB, team_id: 'here', ...team },
      { tenant: LEAGUE, team_id: 'there', ...team },
    ])
    .execute();
  const media_url = await newPhoto('aki');
  const edit = { caption: 'x', photo_location: null, player: '', htag: '', usepermit: true, season_id: null };
  const putTo = (team_id: string | null) =>
    server.call('putCaption', {
      as: 'aki',
      body: { ...edit, public_list_id: 'event', media_url, event_id: 'e', team_id },
    });
  for (const team_id of ['there', 'nowhere']) expect([team_id, await putTo(team_id)]).toEqual([team_id, invalid]);
  for (const team_id of ['here', null]) expect([team_id, (await putTo(team_id)).status]).toEqual([team_id, 200]);
});

test('SAF-21 a posted photo is its author’s to show as an event’s picture, whatever the store knows', async () => {
  const period = { crawl_period_start: '2026-06-10 00:00:00', crawl_period_end: '2026-06-30 23:59:59' };
  const { event_id } = await server.ok('putEvent', { as: 'aki', body: draftOf(period) });
  const nobodys = (key: string) => {
    for (const one of [key, thumbnailKey(key)]) server.stored.set(one, { size: 100, owner: null });
    return key;
  };
  const show = (descriptive_photo: string) =>
    server.call('putEvent', { as: 'aki', body: { ...draftOf(period), event_id, descriptive_photo } });
  const [own, bens] = [await newPhoto('aki', event_id), await newPhoto('ben', event_id)];
  expect(await show(nobodys(bens))).toEqual(invalid);
  expect((await show(nobodys(own))).status).toBe(200);
  // What nobody has posted, only who stored it knows by name.
  expect((await show(nobodys(server.storePhoto('aki', event_id).media_url))).status).toBe(200);
});

test('SOC-04a a comment is reported where it stands, by others than its author', async () => {
  const [media_url, other] = [await newPhoto('aki'), await newPhoto('aki')];
  const written = { comment: 'hello', media_url, targetuser: 'aki', parent_id: null };
  const { comment_id } = await server.ok('putComment', { as: 'ben', body: written });
  const report = (as: string, where: string) =>
    server.call('putCommentReport', {
      as,
      body: { comment: 'x', comment_id, media_url: where, screen_id: 'ben', timestamp: 't', screen_name: 'ben' },
    });
  expect(await report('aki', other)).toEqual(notFound);
  expect(await report('ben', media_url)).toEqual({ status: 403, code: 'NOT_ALLOWED' });
  expect((await report('aki', media_url)).status).toBe(200);
});

test('EVT-08b TEN-10c an event is bookmarked in its own tenant, and nothing that is none', async () => {
  await server.join('aki', LEAGUE);
  const bookmark = (media_url: string, tenant = CLUB) =>
    server.call('putFavorite', { as: 'aki', tenant, body: { media_url, targetuser: null } });
  expect(await bookmark('nothing')).toEqual(notFound);
  expect(await bookmark('e', LEAGUE)).toEqual(notFound);
  expect((await bookmark('e')).status).toBe(200);
});

test('TEN-10c a fan of another tenant is nobody here: neither followed nor muted, until they join', async () => {
  await server.join('dai', LEAGUE);
  const tried = async () => {
    const follow = await server.call('putFollow', { as: 'aki', body: { follow_user: 'dai' } });
    const mute = await server.call('putMute', { as: 'aki', body: { mute_user: 'dai' } });
    return [follow.status, mute.status];
  };
  expect(await tried()).toEqual([404, 404]);
  await server.join('dai');
  expect(await tried()).toEqual([200, 200]);
});

test('PST-03c a reserved name opens to its owner what is for ambassadors, and for players if it is one’s', async () => {
  const owners = { 公式カメラ: 'cam', '佐藤 次郎': 'jiro' };
  const reserved = Object.entries(owners).map(([name, owner_id]) => ({ tenant: CLUB, name, owner_id }));
  await server.db.insertInto('reserved_name').values(reserved).execute();
  await server.db
    .insertInto('person')
    .values({ tenant: CLUB, name: '佐藤 次郎', team_id: null, number: null })
    .execute();
  // Ben bears such a name, and owns none.
  const users = { cam: '公式カメラ', jiro: '佐藤 次郎', aki: 'aki', ben: '佐藤 次郎' };
  for (const [user_id, nickname] of Object.entries(users)) {
    await server.join(user_id);
    await server.db.updateTable('profile').set({ nickname }).where('user_id', '=', user_id).execute();
  }
  await server.addEvent('for-amb', { event_type: 'ambassador' });
  await server.addEvent('for-person', { person_limited: true });
  await server.addEvent('for-both', { event_type: 'ambassador', person_limited: true });
  const posters = async (event: string) => {
    const allowed: string[] = [];
    for (const as of Object.keys(users))
      if ((await server.post(as, event, [server.storePhoto(as, event)])).status === 200) allowed.push(as);
    return allowed;
  };
  expect(await posters('for-amb')).toEqual(['cam', 'jiro']);
  expect(await posters('for-person')).toEqual(['jiro']);
  expect(await posters('for-both')).toEqual(['jiro']);
  // Who has no profile yet has no name that could be somebody's.
  await server.db.deleteFrom('profile').where('user_id', '=', 'aki').execute();
  expect(await server.post('aki', 'for-amb', [server.storePhoto('aki', 'for-amb')])).toMatchObject({ status: 403 });
});

test('API-PUT-/user/mute/item as many as the bound may be muted, and whom one has muted again', async () => {
  await server.join('cho');
  const muted = Array.from({ length: MUTES_MAX - 1 }, (_, n) => ({ user_id: 'cho', muted_user: `fan${n}` }));
  await server.db.insertInto('mute').values(muted).execute();
  const mute = (mute_user: string) => server.call('putMute', { as: 'cho', body: { mute_user } });
  expect((await mute('aki')).status).toBe(200);
  expect(await mute('ben')).toEqual({ status: 403, code: 'NOT_ALLOWED' });
  expect((await mute('aki')).status).toBe(200);
});

/** A call from a network, in whose name anybody likes. */
async function put(path: string, body: object, { address, as, tenant = CLUB }: From) {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': tenant, 'content-type': 'application/json' };
  const signed = as === undefined ? headers : { ...headers, 'x-api-authorization': `Bearer of.${as}` };
  return (await server.send('PUT', path, signed, JSON.stringify(body), address)).status;
}
interface From {
  readonly address?: string;
  readonly as?: string;
  readonly tenant?: string;
}
/** Names of counters, with how often they were taken. */
async function counted(start: string): Promise<Record<string, number>> {
  const rows = await server.db.selectFrom('identity_limit').select(['key', 'count']).execute();
  return Object.fromEntries(rows.filter(({ key }) => key.startsWith(start)).map(({ key, count }) => [key, count]));
}
const fill = (key: string, count: number) =>
  server.db
    .insertInto('identity_limit')
    .values({ key, count, expires_at: new Date(NOON + HOUR) })
    .execute();

describe('messages to the operator', () => {
  let sent = 0;
  const write = (from: From) => put('/f/contact/item', messageOf(`access-${++sent}`), from);

  test('API-PUT-/contact/item visitors count for their network, fans and the unknown for the tenant alone', async () => {
    await write({ address: '192.0.2.1' });
    await write({ address: '192.0.2.1', as: 'aki' });
    await write({});
    await write({ address: '192.0.2.2', tenant: LEAGUE });
    expect(await counted('contact:')).toEqual({
      'contact:visitor:192.0.2.1': 1,
      'contact:visitor:192.0.2.2': 1,
      [`contact:tenant:${CLUB}`]: 3,
      [`contact:tenant:${LEAGUE}`]: 1,
    });
  });

  test('API-PUT-/contact/item no operator is sent more than can be read; another tenant’s is', async () => {
    await fill(`contact:tenant:${CLUB}`, CONTACT_LIMITS.tenant.count);
    expect(await write({ address: '192.0.2.1' })).toBe(429);
    expect(await write({ as: 'aki' })).toBe(429);
    expect(await write({ address: '192.0.2.1', tenant: LEAGUE })).toBe(200);
  });
});

test('SRC-06 a word counts for a network as often as it may, another word, kind or tenant beside it', async () => {
  const say = (word: string, from: From, tagtype = 'text') => put('/f/search/word/item', { word, tagtype }, from);
  const here = { address: '198.51.100.1' };
  const names = ['応援', '得点', '名無し'];
  const persons = [CLUB, LEAGUE].flatMap((tenant) =>
    names.map((name) => ({ tenant, name, team_id: null, number: null })),
  );
  await server.db.insertInto('person').values(persons).execute();
  await say('応援', here);
  const [[key] = ['none']] = Object.entries(await counted('word:'));
  // The word itself is nobody's to read in a list of counters, and a key is short.
  expect(key).toMatch(/^word:[0-9a-f]{32}:198\.51\.100\.1$/);
  await server.db.updateTable('identity_limit').set({ count: WORD_VOTES.count }).where('key', '=', key).execute();
  for (const [word, tagtype, tenant] of [
    ['応援', 'text', CLUB],
    ['得点', 'text', CLUB],
    ['応援', 'person', CLUB],
    ['応援', 'text', LEAGUE],
  ] as const)
    expect(await say(word, { ...here, tenant }, tagtype)).toBe(200);
  const keys = await counted('word:');
  expect(Object.keys(keys)).toHaveLength(4);
  expect(keys[key]).toBe(WORD_VOTES.count + 1);
  // Without an address nobody can be told from anybody: nothing is counted, and the word counts.
  expect(await say('名無し', {})).toBe(200);
  expect(Object.keys(await counted('word:'))).toHaveLength(4);
  expect((await server.ok('getWordRanking')).list.map(({ word }) => word)).toContain('名無し');
});
