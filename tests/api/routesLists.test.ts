import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '../../server/api/photos/photoText.ts';
import { readPhotoPage } from '../../server/api/photos/repository.ts';
import { createViewedPages } from '../../server/api/photos/viewedPages.ts';
import type { QueryInputOf } from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let clock = NOON;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.join('aki', LEAGUE);
});
afterAll(() => server.close());

const page = (query: QueryInputOf<'getPublicList'>, tenant = CLUB) =>
  server.ok('getPublicList', { tenant, params: { publicListId: 'all' }, query });

/** One registered photo, a second after the last one. */
async function add(as: string, event: string, fields: Partial<NewPhoto> = {}, tenant = CLUB) {
  clock += 1000;
  server.setNow(clock);
  const photo = server.storePhoto(as, event, fields, tenant);
  const reply = await server.post(as, event, [photo], tenant);
  expect(reply).toMatchObject({ status: 200 });
  return photo.media_url;
}

describe('API-GET-/media/public/list/items/{publicListId}', () => {
  test('API-GET-/media/public/list/items/{publicListId} pages without gap or double while photos arrive', async () => {
    await server.addEvent('paged');
    const mine: string[] = [];
    for (let i = 0; i < 7; i++) mine.unshift(await add('aki', 'paged'));
    // Several photos of one instant stand as they were posted (FAN-03e): the id decides.
    const same = [1, 2, 3].map(() => server.storePhoto('aki', 'paged'));
    await server.post('aki', 'paged', same);
    mine.unshift(...same.map((photo) => photo.media_url));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { media_list, cursor: next } = await page({ e: 'paged', l: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...media_list.map((photo) => photo.media_url));
      cursor = next ?? undefined;
      await add('ben', 'paged');
    } while (cursor !== undefined);
    expect(seen).toEqual(mine);
  });

  test('API-GET-/media/public/list/items/{publicListId} SRC-03c conditions narrow, together by AND', async () => {
    await server.addEvent('e1');
    await server.addEvent('e2');
    const a = await add('aki', 'e1', {
      player: 'A,B',
      htag: '#Goal',
      photo_location: 'メイン',
      comment: '１００%の声援',
    });
    const b = await add('ben', 'e1', { player: 'B', htag: '#goal', photo_location: 'バック' });
    const c = await add('aki', 'e2', { player: 'A', htag: '#save', photo_location: 'メイン' });
    const urls = async (query: QueryInputOf<'getPublicList'>) =>
      (await page(query)).media_list.map((photo) => photo.media_url);
    expect(await urls({ e: 'e1' })).toEqual([b, a]);
    expect(await urls({ event_id: 'e1', cf: 'true', l: '100' })).toEqual([b, a]);
    expect(await urls({ e: 'e1', event_id: 'e2' })).toEqual([]);
    expect(await urls({ cp: 'B' })).toEqual([b, a]);
    expect(await urls({ cp: 'A,B' })).toEqual([a]);
    expect(await urls({ ht: 'GOAL' })).toEqual([b, a]);
    expect(await urls({ ht: 'goal', u: 'aki' })).toEqual([a]);
    expect(await urls({ pl: 'メイン', cp: 'A' })).toEqual([c, a]);
    expect(await urls({ search_text: '100% 声援' })).toEqual([a]);
    expect(await urls({ search_text: '100_' })).toEqual([]);
    expect(await urls({ ht: 'goal', cp: 'A', e: 'e2' })).toEqual([]);
    await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'ben' }).execute();
    expect(await urls({ photographer: 'official', e: 'e1' })).toEqual([b]);
    await server.db.insertInto('reserved_name').values({ tenant: CLUB, name: 'aki', owner_id: 'aki' }).execute();
    expect(await urls({ photographer: 'staff', e: 'e1' })).toEqual([b, a]);
  });

  test('SRC-07 another club’s ambassadors, official users and reserved names are no staff here', async () => {
    await server.addEvent('staffed');
    for (const as of ['cho', 'dai', 'eri', 'fuu']) {
      await server.join(as);
      await add(as, 'staffed');
    }
    const [cho] = (await page({ e: 'staffed', u: 'cho' })).media_list.map(({ media_url }) => media_url);
    const icon = { name: 'x', object_key: null };
    await server.db
      .insertInto('ambassador')
      .values([
        { tenant: CLUB, user_id: 'cho', ...icon },
        { tenant: LEAGUE, user_id: 'dai', ...icon },
      ])
      .execute();
    await server.db.insertInto('reserved_name').values({ tenant: LEAGUE, name: 'eri', owner_id: 'eri' }).execute();
    await server.db.insertInto('official_user').values({ tenant: LEAGUE, user_id: 'fuu' }).execute();
    const by = async (photographer: 'official' | 'staff') =>
      (await page({ e: 'staffed', photographer })).media_list.map(({ media_url }) => media_url);
    expect(await by('staff')).toEqual([cho]);
    expect(await by('official')).toEqual([]);
  });

  test('API-GET-/media/public/list/items/{publicListId} who ask at once are told their own reactions', async () => {
    await server.addEvent('loved');
    // Texts that look like what is put in for each fan.
    const looks = '"own_reacted" : false} "own_reacted" : true}';
    const urls: string[] = [];
    for (let i = 0; i < 6; i++) urls.unshift(await add('aki', 'loved', { comment: looks, exif: { Model: looks } }));
    const fans = Array.from({ length: 12 }, (_, i) => `lover${i}`);
    for (const fan of fans) await server.join(fan);
    const likes = (fan: number, photo: number) => (fan >> (photo % 4)) % 2 === 1;
    const react = (fan: string, media_url: string) =>
      server.ok('putReaction', { as: fan, body: { media_url, reaction: '1', targetuser: 'aki' } });
    for (const [i, fan] of fans.entries())
      for (const [n, url] of urls.entries()) if (likes(i, n)) await react(fan, url);
    const seenBy = async (as?: string) => {
      const query = { params: { publicListId: 'all' }, query: { e: 'loved' } };
      const { media_list } = await server.ok('getPublicList', as === undefined ? query : { ...query, as });
      expect(media_list.map((photo) => [photo.media_url, photo.comment])).toEqual(urls.map((url) => [url, looks]));
      expect(media_list.map((photo) => photo.reactionInfo.total)).toEqual(
        urls.map((_, n) => fans.filter((_fan, i) => likes(i, n)).length),
      );
      return media_list.map((photo) => photo.reactionInfo.own_reacted);
    };
    const [nobody, ...seen] = await Promise.all([seenBy(), ...fans.map(seenBy)]);
    expect(nobody).toEqual(urls.map(() => false));
    expect(seen).toEqual(fans.map((_, i) => urls.map((_url, n) => likes(i, n))));
    // Read with the page, asked for fan by fan, or for one alone: all the same. Who mutes the author sees none.
    await server.ok('putMute', { as: 'lover7', body: { mute_user: 'aki' } });
    const alone = (viewer: Viewer) => readPhotoPage(server.db, viewer, { facets: [['event', 'loved']] }, { l: 4 });
    for (const readAhead of [5000, 1, 0]) {
      const together = createViewedPages(server.db, (_page, read) => read(server.db), readAhead);
      for (const userId of [...fans, 'nobody', null]) {
        const viewer = { tenant: CLUB, userId };
        const given = (await together(viewer, { facets: [['event', 'loved']] }, { l: 4 })).parse();
        expect([readAhead, userId, given]).toEqual([readAhead, userId, (await alone(viewer)).parse()]);
        expect(given.media_list).toHaveLength(userId === 'lover7' ? 0 : 4);
      }
    }
    // What one has just done is in what one reads next.
    await server.ok('deleteReaction', { as: 'lover5', body: { media_url: urls[0] ?? '', reaction: '1' } });
    const after = await server.ok('getPublicList', {
      as: 'lover5',
      params: { publicListId: 'all' },
      query: { e: 'loved' },
    });
    expect(after.media_list[0]?.reactionInfo).toMatchObject({ own_reacted: false, total: 5 });
  });

  test('API-PUT-/user/mute/item a page knows all who mute its fans, also where each mutes several of them', async () => {
    await server.addEvent('muted');
    const muters = ['mute1', 'mute2', 'mute3'];
    for (const fan of muters) await server.join(fan);
    const mutes = [
      ['aki', 'mute1'],
      ['aki', 'mute2'],
      ['ben', 'mute1'],
      ['ben', 'mute3'],
    ] as const;
    for (const author of ['aki', 'ben']) await add(author, 'muted');
    for (const [mute_user, as] of mutes) await server.ok('putMute', { as, body: { mute_user } });
    const together = createViewedPages(server.db, (_page, read) => read(server.db), muters.length);
    const seenBy = (fan: string) => together({ tenant: CLUB, userId: fan }, { facets: [['event', 'muted']] }, { l: 4 });
    const pages = await Promise.all(['aki', ...muters].map(seenBy));
    expect(pages.map((text) => text.parse().media_list.length)).toEqual([2, 0, 1, 1]);
  });

  test('API-GET-/media/public/list/items/{publicListId} gives the total where one is counted', async () => {
    await server.addEvent('counted');
    for (let i = 0; i < 3; i++) await add('aki', 'counted', { htag: '#counted' });
    expect((await page({ e: 'counted', l: '1' })).total).toBe(3);
    expect((await page({ ht: 'counted', l: '1' })).total).toBe(3);
    expect((await page({ e: 'counted', ht: 'counted' })).total).toBeNull();
    expect((await page({ e: 'nothing' })).total).toBe(0);
    const { n } = await server.db
      .selectFrom('photo')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('tenant', '=', CLUB)
      .executeTakeFirstOrThrow();
    expect((await page({ l: '1' })).total).toBe(n);
  });

  test('API-GET-/media/public/list/items/{publicListId} refuses a cursor it did not make', async () => {
    for (const cursor of ['x', '1-2-3', '_-_', 'ZZ-1']) {
      expect(await server.call('getPublicList', { params: { publicListId: 'all' }, query: { cursor } })).toEqual({
        status: 400,
        code: 'INVALID_REQUEST',
      });
    }
  });
});

test('API-GET-/comment/items API-GET-/reaction/items a fan’s own lists page without gap or double', async () => {
  await server.addEvent('own-lists');
  const stored: string[] = [];
  for (let i = 0; i < 5; i++) stored.push(await add('aki', 'own-lists'));
  for (const media_url of stored) {
    clock += 1000;
    server.setNow(clock);
    await server.ok('putFavorite', { as: 'ben', body: { media_url, targetuser: null } });
    await server.ok('putReaction', { as: 'ben', body: { media_url, reaction: '1', targetuser: 'aki' } });
    const body = { media_url, comment: 'x', targetuser: 'aki', parent_id: null };
    await server.ok('putComment', { as: 'ben', body });
  }
  for (const name of ['getFavoritePhotos', 'getReactions', 'getCommentedPhotos'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { l: '2', ...(cursor ? { cursor } : {}) };
      const answer = await server.ok(name, { as: 'ben', query });
      if (!('media_list' in answer)) throw new Error(`${name} lists no photos`);
      seen.push(...answer.media_list.map((photo) => photo.media_url));
      cursor = answer.cursor ?? undefined;
    } while (cursor !== undefined);
    expect([name, seen]).toEqual([name, stored.toReversed()]);
  }
});

describe('lists of the home page', () => {
  const urls = async (...call: Parameters<typeof server.ok<'getFollowedPhotos'>>) =>
    (await server.ok(...call)).media_list.map(({ media_url }) => media_url);

  test('FAN-06a photos of followed fans page without gap or double, the newest first, those muted left out', async () => {
    await server.addEvent('followed');
    const posted: string[] = [];
    for (const as of ['aki', 'ben', 'aki', 'ben', 'aki']) {
      clock += 1000;
      server.setNow(clock);
      posted.push(await add(as, 'followed'));
    }
    await server.join('fay');
    expect(await urls('getFollowedPhotos', { as: 'fay' })).toEqual([]);
    for (const follow_user of ['aki', 'ben']) await server.ok('putFollow', { as: 'fay', body: { follow_user } });
    const seen: string[] = [];
    let cursor: string | undefined;
    while (seen.length < posted.length) {
      const query = { l: '2', ...(cursor ? { cursor } : {}) };
      const page = await server.ok('getFollowedPhotos', { as: 'fay', query });
      seen.push(...page.media_list.map(({ media_url }) => media_url));
      cursor = page.cursor ?? undefined;
    }
    expect(seen.slice(0, posted.length)).toEqual(posted.toReversed());
    await server.ok('putMute', { as: 'fay', body: { mute_user: 'ben' } });
    const left = await server.ok('getFollowedPhotos', { as: 'fay' });
    expect(new Set(left.media_list.map(({ user_id }) => user_id))).toEqual(new Set(['aki']));
    await server.ok('deleteMute', { as: 'fay', body: { mute_user: 'ben' } });
    await server.ok('deleteFollow', { as: 'fay', body: { follow_user: 'aki' } });
    expect(
      new Set((await server.ok('getFollowedPhotos', { as: 'fay' })).media_list.map(({ user_id }) => user_id)),
    ).toEqual(new Set(['ben']));
  });

  test('FAN-06b the popular ones are the best-liked of the newest, hidden and unliked ones left out', async () => {
    await server.addEvent('liked');
    const [plain, one, two, hidden] = [
      await add('aki', 'liked'),
      await add('aki', 'liked'),
      await add('aki', 'liked'),
      await add('aki', 'liked'),
    ];
    const likes = { [one]: 101, [two]: 102, [hidden]: 103 };
    for (const [media_url, reaction_count] of Object.entries(likes))
      await server.db.updateTable('photo').set({ reaction_count }).where('media_url', '=', media_url).execute();
    await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', hidden).execute();
    const popular = (await server.ok('getPopularPhotos', {})).media_list.map(({ media_url }) => media_url);
    expect(popular.slice(0, 2)).toEqual([two, one]);
    expect(popular).not.toContain(plain);
    expect(popular).not.toContain(hidden);
  });

  test('FAN-09d the best-liked photos of one event, as many as are asked for', async () => {
    await server.addEvent('over');
    const [few, most, some] = [await add('aki', 'over'), await add('ben', 'over'), await add('aki', 'over')];
    const likes = { [few]: 1, [most]: 3, [some]: 2 };
    for (const [media_url, reaction_count] of Object.entries(likes))
      await server.db.updateTable('photo').set({ reaction_count }).where('media_url', '=', media_url).execute();
    const best = async (l?: string) =>
      (await server.ok('getPopularPhotos', { query: { e: 'over', ...(l && { l }) } })).media_list.map(
        ({ media_url }) => media_url,
      );
    expect(await best()).toEqual([most, some, few]);
    expect(await best('2')).toEqual([most, some]);
  });
});

test('FAN-06f own figures count photos and likes by event, the best-liked as cover, hidden ones nowhere', async () => {
  await server.join('gon');
  await server.addEvent('first', { event_date: '2026-05-01' });
  await server.addEvent('second', { event_date: '2026-06-01' });
  const [plain, liked, hidden, late] = [
    await add('gon', 'first'),
    await add('gon', 'first'),
    await add('gon', 'first'),
    await add('gon', 'second'),
  ];
  for (const [media_url, reaction_count] of Object.entries({ [plain]: 1, [liked]: 3, [hidden]: 50, [late]: 0 }))
    await server.db.updateTable('photo').set({ reaction_count }).where('media_url', '=', media_url).execute();
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', hidden).execute();
  const { events } = await server.ok('getOwnFigures', { as: 'gon' });
  expect(events).toMatchObject([
    { event_id: 'second', photos: 1, likes: 0, cover: { media_url: late } },
    { event_id: 'first', photos: 2, likes: 4, cover: { media_url: liked } },
  ]);
});

test('TEN-10c nothing of a tenant shows in another one', async () => {
  await server.addEvent('shared-id');
  await server.addEvent('shared-id', { tenant: LEAGUE, event_name: 'Volley' });
  const media_url = await add('aki', 'shared-id', { htag: '#only', player: 'Solo', comment: 'secret' });
  const there = { tenant: LEAGUE };
  const conditions = [{ e: 'shared-id' }, { u: 'aki' }, { ht: 'only' }, { cp: 'Solo' }, { search_text: 'secret' }, {}];
  for (const query of conditions) {
    expect(await page(query, LEAGUE)).toEqual({
      media_list: [],
      cursor: null,
      total: query.search_text ? null : 0,
    });
  }
  const base64 = btoa(media_url);
  expect((await server.ok('getPhoto', { query: { media_url: base64 } })).list).toHaveLength(1);
  expect((await server.ok('getPhoto', { ...there, query: { media_url: base64 } })).list).toEqual([]);
  const event = { params: { eventId: 'shared-id' } };
  expect(await server.ok('getEvent', { ...there, ...event })).toMatchObject({
    event_name: 'Volley',
    count: 0,
    person_list: [],
  });
  const notFound = { status: 404, code: 'NOT_FOUND' };
  const reaction = { media_url, reaction: '1', targetuser: 'aki' } as const;
  expect(await server.call('putReaction', { ...there, as: 'aki', body: reaction })).toEqual(notFound);
  expect(await server.call('putFavorite', { ...there, as: 'aki', body: { media_url, targetuser: null } })).toEqual(
    notFound,
  );
  expect(await server.call('putShortUrl', { ...there, body: { original_url: media_url } })).toEqual(notFound);
  const body = { public_list_id: 'event', media_url } as const;
  expect(await server.call('deletePhoto', { ...there, as: 'aki', body })).toEqual(notFound);
  await server.ok('putReaction', { as: 'aki', body: reaction });
  const seen = await server.ok('getReactions', { ...there, query: { media_url } });
  expect(seen).toEqual({ reactions: [], total: 0, media_url, own_reacted: false });
  expect(await server.ok('getReactions', { ...there, query: { u: 'aki' } })).toMatchObject({ media_list: [] });
  const { degenerate_url } = await server.ok('putShortUrl', { body: { original_url: media_url } });
  expect(await server.call('getShortUrl', { ...there, query: { degenerate_url } })).toEqual(notFound);
  expect((await server.ok('findUsersByName', { ...there, query: { name: 'ben' } })).list).toEqual([]);
});
