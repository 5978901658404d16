import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { PHOTOS_PER_POST } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  await server.join('ben');
});
beforeEach(() => server.setNow(NOON));
afterAll(() => server.close());

const list = async (e: string) =>
  (await server.ok('getPublicList', { params: { publicListId: 'event' }, query: { e } })).media_list;

describe('the registration of photos', () => {
  test('API-PUT-/media/list/items PST-11b registers stored photos with all their fields', async () => {
    await server.addEvent('full');
    const photo = server.storePhoto('aki', 'full', {
      comment: 'ゴール<b>の</b>瞬間',
      htag: '#応援 ＃応援 川崎',
      player: '山田 太郎,佐藤 次郎',
      photo_location: 'ゴール裏',
      exif: { Make: 'Canon', FNumber: 2.8 },
    });
    const reply = await server.post('aki', 'full', [photo]);
    expect(reply).toMatchObject({
      status: 200,
      answer: { media_list: [{ media_url: photo.media_url, created_at: '2026-06-10 12:00:00' }] },
    });
    expect(await list('full')).toEqual([
      expect.objectContaining({
        media_url: photo.media_url,
        user_id: 'aki',
        user_screen_name: 'aki',
        comment: 'ゴールの瞬間',
        htag: ['#応援', '#川崎'],
        player: '山田 太郎,佐藤 次郎',
        photo_location: 'ゴール裏',
        event_name: 'Event full',
        exif: { Make: 'Canon', FNumber: 2.8 },
        width: 4000,
        height: 3000,
      }),
    ]);
    expect(await server.ok('getEvent', { params: { eventId: 'full' } })).toMatchObject({
      count: 1,
      postUser_list: [{ user_id: 'aki', count: 1 }],
      person_list: ['佐藤 次郎', '山田 太郎'],
    });
  });

  test('API-PUT-/media/list/items T25 a repeated post is the same photos, also after the event is over', async () => {
    await server.addEvent('twice', { post_limit: 2 });
    const photos = [server.storePhoto('aki', 'twice'), server.storePhoto('aki', 'twice')];
    const first = await server.post('aki', 'twice', photos);
    expect(first.status).toBe(200);
    expect(await server.post('aki', 'twice', photos)).toEqual(first);
    server.setNow(NOON + 5 * DAY);
    expect(await server.post('aki', 'twice', photos)).toEqual(first);
    expect(await list('twice')).toHaveLength(2);
  });

  test('API-PUT-/media/list/items T25 the same post sent twice at the same time registers it once', async () => {
    await server.addEvent('race', { post_limit: 3 });
    const photos = [1, 2, 3].map(() => server.storePhoto('aki', 'race'));
    const replies = await Promise.all([1, 2, 3, 4].map(() => server.post('aki', 'race', photos)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect(await list('race')).toHaveLength(3);
  });

  test('API-PUT-/media/list/items PST-09b two posts at once never exceed post_limit', async () => {
    await server.addEvent('limit', { post_limit: 5 });
    const threeOf = () => [1, 2, 3].map(() => server.storePhoto('aki', 'limit'));
    const replies = await Promise.all([server.post('aki', 'limit', threeOf()), server.post('aki', 'limit', threeOf())]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(replies).toContainEqual({ status: 409, code: 'POST_LIMIT_REACHED' });
    expect(await list('limit')).toHaveLength(3);
    expect((await server.post('ben', 'limit', [server.storePhoto('ben', 'limit')])).status).toBe(200);
  });

  test('API-PUT-/media/list/items all or nothing: one missing object registers none', async () => {
    await server.addEvent('missing');
    const photos = [server.storePhoto('aki', 'missing'), server.storePhoto('aki', 'missing')];
    server.stored.delete(photos[1]?.media_url ?? '');
    expect(await server.post('aki', 'missing', photos)).toEqual({ status: 409, code: 'OBJECT_MISSING' });
    expect(await list('missing')).toEqual([]);
    const noThumbnail = server.storePhoto('aki', 'missing');
    server.stored.delete(thumbnailKey(noThumbnail.media_url));
    expect(await server.post('aki', 'missing', [noThumbnail])).toEqual({ status: 409, code: 'OBJECT_MISSING' });
    const half = server.storePhoto('aki', 'missing', { size: 2000 });
    expect(await server.post('aki', 'missing', [half])).toEqual({ status: 409, code: 'OBJECT_MISSING' });
  });

  test("API-PUT-/media/list/items another fan's media_url is refused, registered or only stored", async () => {
    await server.addEvent('theft');
    const photo = server.storePhoto('aki', 'theft');
    expect(await server.post('ben', 'theft', [photo])).toEqual({ status: 409, code: 'MEDIA_URL_TAKEN' });
    await server.post('aki', 'theft', [photo]);
    expect(await server.post('ben', 'theft', [photo])).toEqual({ status: 409, code: 'MEDIA_URL_TAKEN' });
    expect((await list('theft'))[0]?.user_id).toBe('aki');
  });

  test('API-PUT-/media/list/items PST-03a only while the event is in progress in Tokyo', async () => {
    await server.addEvent('over', { crawl_period_end: '2026-06-10 11:59:58' });
    await server.addEvent('soon', { crawl_period_start: '2026-06-10 12:00:01' });
    await server.addEvent('last', { crawl_period_end: '2026-06-10 12:00:00' });
    const tryPost = (event: string) => server.post('aki', event, [server.storePhoto('aki', event)]);
    expect(await tryPost('over')).toEqual({ status: 409, code: 'EVENT_OVER' });
    expect(await tryPost('soon')).toEqual({ status: 409, code: 'EVENT_NOT_STARTED' });
    expect(await tryPost('none')).toEqual({ status: 404, code: 'EVENT_NOT_FOUND' });
    expect((await tryPost('last')).status).toBe(200);
  });

  test('API-PUT-/media/list/items PST-03c limited events are for those they name', async () => {
    await server.addEvent('named', { user_limited: ['aki'], user_limited_ids: ['aki'] });
    await server.addEvent('amb', { event_type: 'ambassador' });
    await server.addEvent('off', { official_limited: true });
    const tryPost = (as: string, event: string) => server.post(as, event, [server.storePhoto(as, event)]);
    expect((await tryPost('aki', 'named')).status).toBe(200);
    for (const event of ['named', 'amb', 'off']) {
      expect(await tryPost('ben', event)).toEqual({ status: 403, code: 'NOT_ALLOWED' });
    }
    await server.db
      .insertInto('ambassador')
      .values({ tenant: CLUB, user_id: 'ben', name: 'Ben', object_key: null })
      .execute();
    await server.db.insertInto('official_user').values({ tenant: CLUB, user_id: 'aki' }).execute();
    expect((await tryPost('ben', 'amb')).status).toBe(200);
    expect((await tryPost('aki', 'off')).status).toBe(200);
  });

  test('API-PUT-/media/list/items TEN-10b members only, and only keys of the tenant and event', async () => {
    await server.addEvent('mine');
    await server.addEvent('other');
    await server.addEvent('away', { tenant: LEAGUE });
    const photo = server.storePhoto('aki', 'mine');
    expect(await server.post('guest', 'mine', [photo])).toEqual({ status: 403, code: 'NOT_A_MEMBER' });
    expect(await server.post('aki', 'other', [photo])).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    await server.join('aki', LEAGUE);
    expect(await server.post('aki', 'away', [photo], LEAGUE)).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    expect(await server.post('aki', 'away', [server.storePhoto('aki', 'away')])).toMatchObject({ status: 404 });
  });

  test('API-PUT-/media/list/items the season follows from the day of the event', async () => {
    for (const year of ['2025', '2026']) {
      await server.db
        .insertInto('season')
        .values({
          tenant: CLUB,
          season_id: `s${year}`,
          season_name: year,
          season_period_start: `${year}-01-01 00:00:00`,
          season_period_end: `${year}-12-31 23:59:59`,
        })
        .execute();
    }
    await server.addEvent('day');
    await server.post('aki', 'day', [server.storePhoto('aki', 'day')]);
    expect((await list('day'))[0]?.season_id).toBe('s2026');
    const { list: seasons } = await server.ok('getSeasons');
    expect(seasons.find((season) => season.season_id === 's2026')?.count).toBe(1);
  });

  test('API-PUT-/media/list/items refuses what the contract does not allow', async () => {
    await server.addEvent('bounds');
    const photo = server.storePhoto('aki', 'bounds');
    const invalid = { status: 400, code: 'INVALID_REQUEST' };
    expect(await server.post('aki', 'bounds', [])).toEqual(invalid);
    expect(await server.post('aki', 'bounds', [{ ...photo, comment: 'a'.repeat(501) }])).toEqual(invalid);
    expect(await server.post('aki', 'bounds', [{ ...photo, media_url: `../${photo.media_url}` }])).toEqual(invalid);
    const many = Array.from({ length: 16 }, () => server.storePhoto('aki', 'bounds'));
    expect(await server.post('aki', 'bounds', many)).toEqual(invalid);
  });

  test('API-PUT-/media/list/items QUE-03c a refusal names the photo and the field', async () => {
    await server.addEvent('singled');
    const good = server.storePhoto('aki', 'singled');
    const refusalOf = async (change: Partial<NewPhoto>) => {
      const media_list = [
        good,
        { ...server.storePhoto('aki', 'singled'), ...change },
        server.storePhoto('aki', 'singled'),
      ];
      const body = { public_list_id: 'event', event_id: 'singled', season_id: null, team_id: null, media_list };
      const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'x-api-authorization': 'Bearer of.aki' };
      const typed = { ...headers, 'content-type': 'application/json' };
      return (await server.send('PUT', '/f/media/list/items', typed, JSON.stringify(body))).json();
    };
    for (const [field, change] of [
      ['fileName', { fileName: 'vertical\u000btab.jpg' }],
      ['comment', { comment: 'a'.repeat(501) }],
      ['htag', { htag: '\u0000' }],
      ['alt', { alt: '\u007f' }],
      ['exif', { exif: { Make: '\u0001' } }],
      ['color', { color: 'red' }],
      // Narrower than any client posts, and another size than the stored picture's.
      ['width', { width: 10, height: 3000 }],
      ['width', { width: 3999 }],
    ] as const)
      expect(await refusalOf(change)).toEqual({ code: 'INVALID_REQUEST', at: `media_list.1.${field}` });
    const others = server.storePhoto('ben', 'singled');
    await server.post('ben', 'singled', [others]);
    const taken = { code: 'MEDIA_URL_TAKEN', at: 'media_list.1.media_url' };
    expect(await refusalOf({ media_url: others.media_url })).toEqual(taken);
    expect(await list('singled')).toHaveLength(1);
  });

  test('API-PUT-/media/list/items PST-09a 15 photos at once, from a phone 5', async () => {
    await server.addEvent('many');
    const send = async (userAgent: string, count: number) => {
      const media_list = Array.from({ length: count }, () => server.storePhoto('aki', 'many'));
      const headers = {
        'x-api-key': 'fan-web',
        'x-api-tenant': CLUB,
        'x-api-authorization': 'Bearer of.aki',
        'content-type': 'application/json',
        'user-agent': userAgent,
      };
      const body = { public_list_id: 'event', event_id: 'many', season_id: null, team_id: null, media_list };
      return (await server.send('PUT', '/f/media/list/items', headers, JSON.stringify(body))).status;
    };
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
    expect(await send(iPhone, PHOTOS_PER_POST.mobile)).toBe(200);
    expect(await send(iPhone, PHOTOS_PER_POST.mobile + 1)).toBe(400);
    expect(await send('Mozilla/5.0 (Windows NT 10.0)', PHOTOS_PER_POST.desktop)).toBe(200);
    expect(await send('Mozilla/5.0 (Windows NT 10.0)', PHOTOS_PER_POST.desktop + 1)).toBe(400);
  });
});

describe('own photos', () => {
  const edit = { public_list_id: 'event', season_id: null, team_id: null, photo_location: null } as const;

  test('API-PUT-/media/list/item/caption PST-12a changes text, tags and counters; only the author may', async () => {
    await server.addEvent('edit');
    const photo = server.storePhoto('aki', 'edit', { htag: '#before', player: 'A' });
    await server.post('aki', 'edit', [photo]);
    const body = {
      ...edit,
      media_url: photo.media_url,
      caption: 'after',
      player: 'B',
      htag: '#after',
      event_id: 'edit',
      usepermit: false,
    };
    expect(await server.call('putCaption', { as: 'ben', body })).toEqual({ status: 403, code: 'NOT_ALLOWED' });
    await server.ok('putCaption', { as: 'aki', body });
    const found = (ht: string) => server.ok('getPublicList', { params: { publicListId: 'all' }, query: { ht } });
    expect(await found('before')).toMatchObject({ media_list: [], total: 0 });
    expect(await found('after')).toMatchObject({ media_list: [{ comment: 'after', player: 'B' }], total: 1 });
    await server.addEvent('elsewhere');
    const moved = { ...body, caption: 'moved', event_id: 'elsewhere' };
    expect(await server.call('putCaption', { as: 'aki', body: moved })).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    expect(await found('after')).toMatchObject({ media_list: [{ comment: 'after', event_id: 'edit' }], total: 1 });
    const missing = { ...body, media_url: body.media_url.replace(/.{20}\.jpg$/, `${'x'.repeat(20)}.jpg`) };
    expect(await server.call('putCaption', { as: 'aki', body: missing })).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('API-DELETE-/media/list/item PST-12c removes the photo, its objects and what hangs on it', async () => {
    await server.addEvent('gone', { post_limit: 1 });
    const photo = server.storePhoto('aki', 'gone');
    await server.post('aki', 'gone', [photo]);
    const { media_url } = photo;
    await server.ok('putReaction', { as: 'ben', body: { media_url, reaction: '1', targetuser: 'aki' } });
    await server.ok('putFavorite', { as: 'ben', body: { media_url, targetuser: 'aki' } });
    const body = { public_list_id: 'event', media_url } as const;
    expect(await server.call('deletePhoto', { as: 'ben', body })).toEqual({ status: 403, code: 'NOT_ALLOWED' });
    await server.ok('deletePhoto', { as: 'aki', body });
    expect(await server.call('deletePhoto', { as: 'aki', body })).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(server.stored.has(media_url)).toBe(false);
    expect(server.stored.has(thumbnailKey(media_url))).toBe(false);
    expect((await server.ok('getFavorites', { as: 'ben' })).list).not.toContainEqual({ media_url });
    expect(await server.ok('getEvent', { params: { eventId: 'gone' } })).toMatchObject({ count: 0, postUser_list: [] });
    expect((await server.post('aki', 'gone', [server.storePhoto('aki', 'gone')])).status).toBe(200);
  });

  test('API-PUT-/media/list/items API-PUT-/media/list/item/caption alt text is kept, changed, removed', async () => {
    await server.addEvent('alt');
    const photo = server.storePhoto('aki', 'alt', { alt: ' 赤い<b>旗</b> ' });
    await server.post('aki', 'alt', [photo]);
    const { media_url } = photo;
    const read = async () => (await server.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list[0];
    expect(await read()).toMatchObject({ alt: '赤い旗', width: 4000, height: 3000, color: '#336699' });
    const body = {
      ...({ public_list_id: 'event', media_url, caption: 'c', photo_location: null, player: '', htag: '' } as const),
      event_id: 'alt',
      season_id: null,
      usepermit: true,
      team_id: null,
    };
    await server.ok('putCaption', { as: 'aki', body });
    expect(await read()).toMatchObject({ comment: 'c', alt: '赤い旗' });
    await server.ok('putCaption', { as: 'aki', body: { ...body, alt: '' } });
    expect((await read())?.alt).toBe('');
  });
});
