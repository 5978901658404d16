import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHORT_CODE_TOKEN } from '../../src/contract/endpoints.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let photo = '';
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben', 'cho', 'dai']) await server.join(user);
  await server.addEvent('e');
  const stored = server.storePhoto('aki', 'e');
  await server.post('aki', 'e', [stored]);
  photo = stored.media_url;
});
afterAll(() => server.close());

describe('memberships and attributes', () => {
  test('API-PUT-/user/tenant ACC-08b agreeing makes the membership, once', async () => {
    expect(await server.ok('getUserTenants', { as: 'new' })).toEqual({ list: [] });
    await server.join('new');
    await server.join('new');
    await server.join('new', LEAGUE);
    const { list } = await server.ok('getUserTenants', { as: 'new', tenant: LEAGUE });
    expect(list.map((one) => one.tenant_id).sort()).toEqual([CLUB, LEAGUE]);
    const body = { tenant_id: LEAGUE, agreed_version: '1' };
    expect(await server.call('putUserTenant', { as: 'new', body })).toEqual({ status: 403, code: 'TENANT_MISMATCH' });
  });

  test('API-GET-/user/attributes/{userId} tells the public name; nobody has none', async () => {
    expect(await server.ok('getUserAttributes', { params: { userId: 'aki' } })).toEqual({
      sub: 'aki',
      Username: 'aki',
      Name: 'aki',
    });
    expect(await server.ok('getUserAttributes', { params: { userId: 'gone' } })).toEqual({
      sub: 'gone',
      Username: 'gone',
    });
    expect(await server.ok('getOwnAttributes', { as: 'ben' })).toMatchObject({ sub: 'ben', Name: 'ben' });
  });

  test('API-GET-/user/attributes/anonymous_user_id SRC-01b finds users by part of a name in any width', async () => {
    expect(await server.ok('findUsersByName', { query: { name: 'ＡＫ' } })).toEqual({
      list: [{ user_id: 'aki', user_name: 'aki' }],
    });
    expect((await server.ok('findUsersByName', { query: { name: '%' } })).list).toEqual([]);
  });

  test('API-PUT-/user/usepermit ROL-05 is kept per tenant', async () => {
    await server.join('aki', LEAGUE);
    expect(await server.ok('getUsepermit', { as: 'aki' })).toEqual({ usepermit: false });
    await server.ok('putUsepermit', { as: 'aki', body: { usepermit: true } });
    expect(await server.ok('getUsepermit', { as: 'aki' })).toEqual({ usepermit: true });
    expect(await server.ok('getUsepermit', { as: 'aki', tenant: LEAGUE })).toEqual({ usepermit: false });
    expect(await server.call('putUsepermit', { as: 'guest', body: { usepermit: true } })).toMatchObject({
      code: 'NOT_A_MEMBER',
    });
  });

  test('API-GET-/user/notice/unreadcount SOC-08b general and own notices, counted until read', async () => {
    const notice = { tenant: CLUB, title: 't', body: 'b', url: null, user_id: null, media_url: null };
    await server.db
      .insertInto('notice')
      .values([
        { ...notice, notice_id: 'all', recipient_id: null },
        { ...notice, notice_id: 'own', recipient_id: 'aki' },
        { ...notice, notice_id: 'away', recipient_id: null, tenant: LEAGUE },
      ])
      .execute();
    const idsOf = async (as?: string) =>
      (await server.ok('getNotices', as ? { as } : {})).list.map((one) => one.notice_id).sort();
    expect(await idsOf()).toEqual(['all']);
    expect(await idsOf('aki')).toEqual(['all', 'own']);
    expect(await server.ok('getUnreadCount', { as: 'aki' })).toEqual({ Count: 2 });
    await server.ok('putNoticeRead', { as: 'ben', body: { notice_ids: ['own'] } });
    await server.ok('putNoticeRead', { as: 'aki', body: { notice_ids: ['own', 'away'] } });
    expect(await server.ok('getUnreadCount', { as: 'aki' })).toEqual({ Count: 1 });
    expect(await server.ok('getUnreadCount', { as: 'ben' })).toEqual({ Count: 1 });
  });
});

describe('reactions and bookmarks', () => {
  test('API-PUT-/reaction/item API-DELETE-/reaction/item counts exactly however often it is pressed', async () => {
    const body = { media_url: photo, reaction: '1', targetuser: 'aki' } as const;
    const fans = ['aki', 'ben', 'cho', 'dai'];
    await Promise.all([...fans, ...fans, ...fans].map((as) => server.ok('putReaction', { as, body })));
    expect(await server.ok('getReactions', { as: 'ben', query: { media_url: photo } })).toMatchObject({
      total: 4,
      own_reacted: true,
    });
    const { media_url, reaction } = body;
    await Promise.all(
      ['aki', 'aki', 'ben'].map((as) => server.ok('deleteReaction', { as, body: { media_url, reaction } })),
    );
    const info = await server.ok('getReactions', { query: { media_url: photo } });
    expect(info).toMatchObject({ total: 2, own_reacted: false });
    expect(await server.ok('getReactions', { as: 'cho', query: {} })).toMatchObject({
      media_list: [{ media_url: photo }],
    });
    expect(await server.call('putReaction', { as: 'guest', body })).toEqual({ status: 403, code: 'NOT_A_MEMBER' });
  });

  test('API-PUT-/favorite/item EVT-08b photos and events are bookmarked side by side', async () => {
    for (const as of ['aki', 'aki', 'ben']) {
      await server.ok('putFavorite', { as, body: { media_url: photo, targetuser: 'aki' } });
      await server.ok('putFavorite', { as, body: { media_url: 'e', targetuser: null } });
    }
    expect(await server.ok('getFavoriteCount', { query: { media_url: photo } })).toEqual({ number: 2 });
    expect((await server.ok('getFavorites', { as: 'aki' })).list).toHaveLength(2);
    expect(await server.ok('getFavoritePhotos', { as: 'aki' })).toMatchObject({
      media_list: [{ media_url: photo }],
      cursor: null,
    });
    expect(await server.ok('getFavoriteEvents', { as: 'aki' })).toMatchObject({ event_list: [{ event_id: 'e' }] });
    await server.ok('deleteFavorite', { as: 'aki', body: { media_url: photo } });
    expect(await server.ok('getFavoriteCount', { query: { media_url: photo } })).toEqual({ number: 1 });
    const none = { media_url: 'nothing', targetuser: null };
    expect(await server.call('putFavorite', { as: 'aki', body: none })).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('API-GET-/favorite/items API-GET-/favorite/event/items the latest bookmark comes first', async () => {
    await server.join('eri');
    const keys: string[] = [];
    for (const event of ['later', 'earlier', 'between']) {
      await server.addEvent(event);
      const stored = server.storePhoto('aki', event);
      await server.post('aki', event, [stored]);
      keys.push(stored.media_url);
    }
    // In an order that is neither that of their making nor of their names.
    const events = ['between', 'later', 'earlier'];
    const photos = [keys[2], keys[0], keys[1]].map((key) => key ?? '');
    const marked = events.flatMap((event, at) => [event, photos[at] ?? '']);
    for (const [at, media_url] of marked.entries()) {
      server.setNow(NOON + at * 1000);
      await server.ok('putFavorite', { as: 'eri', body: { media_url, targetuser: null } });
    }
    server.setNow(NOON);
    const { list } = await server.ok('getFavorites', { as: 'eri' });
    expect(list.map(({ media_url }) => media_url)).toEqual(marked.toReversed());
    const { event_list } = await server.ok('getFavoriteEvents', { as: 'eri' });
    expect(event_list.map(({ event_id }) => event_id)).toEqual(events.toReversed());
    const { media_list } = await server.ok('getFavoritePhotos', { as: 'eri' });
    expect(media_list.map(({ media_url }) => media_url)).toEqual(photos.toReversed());
    for (const event_id of events) await server.db.deleteFrom('event').where('event_id', '=', event_id).execute();
  });
});

describe('shared data', () => {
  test('API-GET-/memorial/event/items API-GET-/photocon/items events by their kind', async () => {
    await server.addEvent('memo', { event_type: 'memorial', user_id: 'aki' });
    await server.addEvent('con', { event_type: 'photocon' });
    const ids = (answer: { list: { event_id: string }[] }) => answer.list.map((event) => event.event_id);
    const memorial = await server.ok('getMemorialEvents');
    expect(memorial.list).toMatchObject([
      { event_id: 'memo', user_name: 'aki', category: 'その他', subCategory: 'イベント' },
    ]);
    expect(ids(await server.ok('getEvents'))).toEqual(['e']);
    expect(ids(await server.ok('getPhotocons'))).toEqual(['con']);
    expect(await server.call('getEvent', { params: { eventId: 'none' } })).toEqual({
      status: 404,
      code: 'EVENT_NOT_FOUND',
    });
  });

  test('API-GET-/person/count API-GET-/person/items persons with their photos', async () => {
    const person = { tenant: CLUB, team_id: null };
    await server.db
      .insertInto('person')
      .values([
        { ...person, name: 'P1', number: '7' },
        { ...person, name: 'P2', number: null },
      ])
      .execute();
    await server.db
      .insertInto('team')
      .values({ tenant: CLUB, team_id: 't', team_name: 'T', object_key: null, gender: 'f' })
      .execute();
    await server.post('aki', 'e', [server.storePhoto('aki', 'e', { player: 'P1' })]);
    expect((await server.ok('getPersons')).list).toEqual([
      { name: 'P1', team_id: null, number: '7', count: 1 },
      { name: 'P2', team_id: null, number: null, count: 0 },
    ]);
    expect((await server.ok('getPersonCounts')).list[0]?.person_list.map((one) => one.name)).toEqual(['P1']);
    expect((await server.ok('getTeams')).list).toEqual([
      { team_id: 't', team_name: 'T', object_key: null, gender: 'f' },
    ]);
  });

  test('API-PUT-/search/word/item API-GET-/search/word/ranking/items ranks chosen words', async () => {
    await server.post('aki', 'e', [server.storePhoto('aki', 'e', { comment: 'ゴールと旗' })]);
    for (const word of ['ゴール', 'ゴール', '<b>旗</b>'])
      await server.ok('putSearchWord', { body: { word, tagtype: 'caption' } });
    await server.ok('putSearchWord', { body: { word: 'Event e', tagtype: 'event' } });
    expect((await server.ok('getWordRanking')).list).toEqual([
      { word: 'ゴール', tagtype: 'caption', id: null, count: 2 },
      { word: 'Event e', tagtype: 'event', id: 'e', count: 1 },
      { word: '旗', tagtype: 'caption', id: null, count: 1 },
    ]);
  });

  test('API-GET-/config/info API-GET-/ambassador/items as the tenant has them', async () => {
    const credit = { type: 'C', official_label: 'Club', ambassador: 'ON', extra_text: 'x' } as const;
    await server.db
      .insertInto('credit_setting')
      .values({ tenant: CLUB, ...credit })
      .execute();
    await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'off' }).execute();
    await server.db.insertInto('reserved_name').values({ tenant: CLUB, name: '公式' }).execute();
    await server.db
      .insertInto('ambassador')
      .values({ tenant: CLUB, user_id: 'amb', name: 'A', object_key: null })
      .execute();
    expect(await server.ok('getConfigInfo', { query: { config: 'creditSettingFan' } })).toEqual({
      credit_setting: [credit],
    });
    expect(await server.ok('getOfficialUser')).toEqual({ list: [{ user_id: 'off' }] });
    expect(await server.ok('getReservedNames')).toEqual({ list: ['公式'], owners: [] });
    expect((await server.ok('getAmbassadors')).list).toEqual([
      { ambassador_name: 'A', ambassador_user_id: 'amb', object_key: null },
    ]);
    expect(await server.ok('getAmbassadors', { tenant: LEAGUE })).toEqual({ list: [] });
  });

  test('API-PUT-/degenerate/url/item PHO-02b one short code a photo', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => server.ok('putShortUrl', { body: { original_url: photo } })));
    const [first] = codes;
    expect(codes).toEqual([first, first, first]);
    expect(first?.degenerate_url.startsWith(SHORT_CODE_TOKEN)).toBe(true);
    const found = await server.ok('getShortUrl', { query: { degenerate_url: first?.degenerate_url ?? '' } });
    expect(found.original_url).toBe(photo);
    expect(await server.call('getShortUrl', { query: { degenerate_url: 's~none' } })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('API-PUT-/media/public/list/history PHO-07 keeps one row a fan', async () => {
    const body = { media_url: photo, kind: '拡大画像' } as const;
    for (const as of ['aki', 'aki', undefined]) await server.ok('putViewHistory', as ? { as, body } : { body });
    const rows = await server.db.selectFrom('view_history').select(['user_id', 'n']).orderBy('user_id').execute();
    expect(rows).toEqual([
      { user_id: '', n: 1 },
      { user_id: 'aki', n: 2 },
    ]);
  });

  test('API-PUT-/media/public/list/history PHO-07 nothing is kept about a fan who has not joined', async () => {
    const body = { media_url: photo, kind: '拡大画像' } as const;
    const rows = () => server.db.selectFrom('view_history').select(['user_id', 'n']).orderBy('user_id').execute();
    const views = async () => (await rows()).reduce((sum, { n }) => sum + n, 0);
    const before = await views();
    await server.ok('putViewHistory', { as: 'stranger', body });
    expect(await views()).toBe(before + 1);
    expect((await rows()).map(({ user_id }) => user_id)).not.toContain('stranger');
  });
});
