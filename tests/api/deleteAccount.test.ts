/** What is left of somebody who left the service (ACC-10). */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { saveProfile } from '../../server/api/users/repository.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { CLUB } from '../support/tenants.ts';
import { DAY, NOON, startRoutesServer } from './routesServer.ts';

let server: Awaited<ReturnType<typeof startRoutesServer>>;
/** What happens between the provider's answer and what is done with it. */
let meanwhile = async () => {};
beforeAll(async () => {
  server = await startRoutesServer({
    async attributesOf(sub) {
      await meanwhile();
      return sub === 'stranger' ? null : { name: '', nickname: sub, avatar: null };
    },
  });
});
afterEach(() => {
  meanwhile = async () => {};
});
afterAll(() => server.close());

test('ACC-10a the avatar’s object goes along, and the profile has neither name nor picture', async () => {
  const avatar = `avatar/${CLUB}/leaver/original/ABCDEFGHIJ0123456789.jpg`;
  await saveProfile(server.db, { userId: 'leaver', nickname: 'はじめ', avatar });
  const keys = await deleteAccount(server.db, 'leaver', new Date(NOON));
  expect(keys).toEqual([avatar, thumbnailKey(avatar)]);
  const answer = await server.ok('getUserAttributes', { params: { userId: 'leaver' } });
  expect(answer).toEqual({ sub: 'leaver', Username: 'leaver' });
});

test('ACC-10a an account we know nothing of can leave, and has no objects', async () => {
  expect(await deleteAccount(server.db, 'unknown', new Date(NOON))).toEqual([]);
  expect(await readNamed('unknown')).toEqual(nameless('unknown'));
});

test('ACC-10a whose account the provider no longer knows is nobody, and led through nothing', async () => {
  const answer = await server.ok('getOwnAttributes', { as: 'stranger' });
  expect(answer).toMatchObject({ ...nameless('stranger'), first_steps: false });
});

const readNamed = (userId: string) => server.ok('getUserAttributes', { params: { userId } });
const nameless = (userId: string) => ({ sub: userId, Username: userId });

test('ACC-10a a call of the fan that began before the account went brings neither name nor membership back', async () => {
  await server.join('reader');
  await server.join('joiner');
  const leave = (userId: string) => async () => void (await deleteAccount(server.db, userId, new Date(NOON)));
  meanwhile = leave('reader');
  await server.call('getOwnAttributes', { as: 'reader' });
  expect(await readNamed('reader')).toEqual(nameless('reader'));
  meanwhile = leave('joiner');
  const body = { tenant_id: CLUB, agreed_version: '2' };
  expect(await server.call('putUserTenant', { as: 'joiner', body })).toMatchObject({ status: 401 });
  expect(await readNamed('joiner')).toEqual(nameless('joiner'));
  const joined = server.db.selectFrom('membership').select('user_id').where('user_id', 'in', ['reader', 'joiner']);
  expect(await joined.execute()).toEqual([]);
  // So does a change of the own profile, of which the pool tells.
  await saveProfile(server.db, { userId: 'reader', nickname: 'もういない', avatar: null });
  expect(await readNamed('reader')).toEqual(nameless('reader'));
});

test('ACC-10a an account that is there after all is a fan like any other, with name and membership', async () => {
  await server.join('comer');
  await deleteAccount(server.db, 'comer', new Date(NOON));
  expect(await readNamed('comer')).toEqual(nameless('comer'));
  await server.join('comer');
  expect(await readNamed('comer')).toEqual({ ...nameless('comer'), Name: 'comer' });
});

test('ACC-10a SAF-45a what was counted of the fan’s photos goes, and by itself when the day is over', async () => {
  const of = (user_id: string, end: number) => ({ user_id, bytes: 1_000, expires_at: new Date(end) });
  const rows = [of('poster', NOON + DAY), of('former', NOON - 1), of('other', NOON + DAY)];
  await server.db.insertInto('published_bytes').values(rows).execute();
  await deleteAccount(server.db, 'poster', new Date(NOON));
  await removeExpired(server.db, () => NOON);
  expect(await server.db.selectFrom('published_bytes').select('user_id').execute()).toEqual([{ user_id: 'other' }]);
});

/** Four parameters each are more than a statement of PostgreSQL's takes (65,535): a fan of years has so many bookmarks and hashtags. */
const MANY = 17_000;

const tallied = async (kinds: readonly string[]) => {
  const { rows } = await sql<{ kind: string; values: number; n: number }>`
    select kind, count(*)::int as values, sum(n)::int as n from tally
    where kind = any(${[...kinds]}) and n <> 0 group by kind order by kind`.execute(server.db);
  return rows;
};

test('ACC-10b whoever bookmarked tens of thousands of photos can leave, and each is counted one less', async () => {
  await server.join('collector');
  await sql`
    with marked as (
      insert into favorite(tenant, user_id, kind, target, created_at)
      select ${CLUB}, 'collector', 'photo', 'photo ' || i, now() from generate_series(1, ${MANY}::int) i returning target)
    insert into tally(tenant, kind, value, n) select ${CLUB}, 'bookmark', target, 3 from marked`.execute(server.db);
  await deleteAccount(server.db, 'collector', new Date(NOON));
  expect(await tallied(['bookmark'])).toEqual([{ kind: 'bookmark', values: MANY, n: 2 * MANY }]);
  expect(await server.db.selectFrom('favorite').select('target').execute()).toEqual([]);
});

test('ACC-10b whoever posted with tens of thousands of hashtags and names can leave, and none is counted', async () => {
  await server.join('tagger');
  await server.addEvent('match');
  await server.post('tagger', 'match', [server.storePhoto('tagger', 'match')]);
  // Few photos with many names, in place of many photos with few.
  const [photos, tags, names] = [100, 30, 140];
  await sql`
    with one as (select to_jsonb(p) - 'id' as row from photo p where user_id = 'tagger'),
    more as (
      select row || jsonb_build_object('id', 1000000 + i, 'media_url', 'photo ' || i,
        'htag', (select jsonb_agg('tag' || i || 'x' || t) from generate_series(1, ${tags}::int) t),
        'player', (select jsonb_agg('name' || i || 'x' || t) from generate_series(1, ${names}::int) t)) as row
      from one, generate_series(1, ${photos}::int) i)
    insert into photo overriding system value
    select filled.* from more, jsonb_populate_record(null::photo, row) filled`.execute(server.db);
  await sql`
    insert into tally(tenant, kind, value, n)
    select tenant, 'htag', unnest(htag), 1 from photo union all select tenant, 'person', unnest(player), 1 from photo`.execute(
    server.db,
  );
  await sql`
    insert into person_tally(tenant, kind, value, name, n)
    select tenant, 'event', event_id, unnest(player), 1 from photo`.execute(server.db);
  await sql`update tally set n = n + ${photos}::int where kind in ('all', 'event', 'user', 'month')`.execute(server.db);
  expect(await tallied(['htag', 'person'])).toEqual([
    { kind: 'htag', values: photos * tags, n: photos * tags },
    { kind: 'person', values: photos * names, n: photos * names },
  ]);
  await deleteAccount(server.db, 'tagger', new Date(NOON));
  expect(await tallied(['all', 'event', 'user', 'month', 'htag', 'person'])).toEqual([]);
  const named = await server.db.selectFrom('person_tally').select('name').where('n', '<>', 0).execute();
  expect(named).toEqual([]);
  expect(await server.db.selectFrom('photo').select('id').execute()).toEqual([]);
});

test('ACC-10b likes, words and what hangs on them go from others’ photos; other fans’ stay and are counted', async () => {
  const { db } = server;
  for (const fan of ['author', 'goer', 'stayer']) await server.join(fan);
  await server.addEvent('farewell');
  const photo = server.storePhoto('author', 'farewell');
  const { media_url } = photo;
  await server.post('author', 'farewell', [photo]);
  const say = async (as: string) =>
    (await server.ok('putComment', { as, body: { comment: as, media_url, targetuser: 'author', parent_id: null } }))
      .comment_id;
  const [theirs, others] = [await say('goer'), await say('stayer')];
  for (const as of ['goer', 'stayer']) {
    await server.ok('putReaction', { as, body: { media_url, reaction: '1', targetuser: 'author' } });
    for (const comment_id of [theirs, others])
      await server.ok('putCommentReaction', { as, body: { media_url, comment_id, targetuser: 'author' } });
  }
  for (const [as, follow_user] of [
    ['goer', 'stayer'],
    ['stayer', 'goer'],
    ['stayer', 'author'],
  ] as const)
    await server.ok('putFollow', { as, body: { follow_user } });
  await deleteAccount(db, 'goer', new Date(NOON));
  const ties = db.selectFrom('follow').select(['user_id', 'follow_user']);
  expect(await ties.execute()).toEqual([{ user_id: 'stayer', follow_user: 'author' }]);
  const counts = db.selectFrom('photo').select(['reaction_count', 'comment_count']).where('media_url', '=', media_url);
  expect(await counts.execute()).toEqual([{ reaction_count: 1, comment_count: 1 }]);
  const likes = db.selectFrom('reaction').select('user_id').where('media_url', '=', media_url);
  expect(await likes.execute()).toEqual([{ user_id: 'stayer' }]);
  const words = db.selectFrom('comment').select(['user_id', 'comment']).where('media_url', '=', media_url);
  expect(await words.orderBy('user_id').execute()).toEqual([
    { user_id: 'goer', comment: '' },
    { user_id: 'stayer', comment: 'stayer' },
  ]);
  const marks = db.selectFrom('comment_reaction').select(['user_id', 'comment_id']);
  expect(await marks.where('comment_id', 'in', [theirs, others]).execute()).toEqual([
    { user_id: 'stayer', comment_id: others },
  ]);
});
