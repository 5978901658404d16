import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thumbnailKey, variantKey } from '../../src/contract/config.ts';
import type { BodyOf } from '../../src/contract/endpoints.ts';
import type { EventDraft } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let media_url = '';
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben']) await server.join(user);
  await server.addEvent('e');
  const photo = server.storePhoto('aki', 'e');
  await server.post('aki', 'e', [photo]);
  media_url = photo.media_url;
});
afterAll(() => server.close());

const notFound = { status: 404, code: 'NOT_FOUND' };

describe('comments', () => {
  const comment = (as: string, text: string, parent_id: string | null = null) =>
    server.call('putComment', { as, body: { comment: text, media_url, targetuser: 'aki', parent_id } });
  const read = () => server.ok('getComments', { params: { media_url } });
  const countOnPhoto = async () =>
    (await server.ok('getPhoto', { query: { media_url: btoa(media_url) } })).list[0]?.comment_count;

  test('API-PUT-/media/public/list/item/comment API-DELETE-/media/public/list/item/comment with replies', async () => {
    const first = await comment('ben', 'すごい<script>alert(1)</script>！');
    if (!('answer' in first)) throw new Error(first.code);
    const { comment_id } = first.answer;
    server.setNow(NOON + 1000);
    const reply = await comment('aki', 'ありがとう', comment_id);
    expect(reply.status).toBe(200);
    expect(await read()).toMatchObject({
      count: 2,
      comments: [
        {
          comment: 'すごいalert(1)！',
          screen_name: 'ben',
          timestamp: '2026.06.10 12:00',
          parent_id: null,
          isDeleted: false,
        },
        { comment: 'ありがとう', parent_id: comment_id },
      ],
    });
    expect(await countOnPhoto()).toBe(2);
    expect(await server.ok('getCommentedPhotos', { as: 'ben' })).toMatchObject({ media_list: [{ media_url }] });
    const body = { comment_id, timestamp: '2026.06.10 12:00' };
    expect(await server.call('deleteComment', { as: 'aki', body })).toEqual({ status: 403, code: 'NOT_ALLOWED' });
    await server.ok('deleteComment', { as: 'ben', body });
    expect(await server.call('deleteComment', { as: 'ben', body })).toEqual(notFound);
    expect(await read()).toMatchObject({
      count: 1,
      comments: [{ comment: '', isDeleted: true }, { isDeleted: false }],
    });
    expect(await countOnPhoto()).toBe(1);
    expect(await comment('ben', 'too late', comment_id)).toEqual(notFound);
    expect(await comment('ben', '<b></b>')).toEqual({ status: 400, code: 'INVALID_REQUEST' });
    expect(await comment('guest', 'hello')).toEqual({ status: 403, code: 'NOT_A_MEMBER' });
  });

  describe('sent again under the id the client gave it', () => {
    type Sent = Partial<BodyOf<'putComment'>>;
    const send = (as: string, comment_id: string, change: Sent = {}) =>
      server.call('putComment', {
        as,
        body: { comment_id, comment: 'はじめの言葉', media_url, targetuser: 'aki', parent_id: null, ...change },
      });
    const shown = async (id: string) => (await read()).comments.filter(({ comment_id }) => comment_id === id);
    const told = async (as: string) => (await server.ok('getNotices', { as })).list.map(({ notice_id }) => notice_id);
    const made = (comment_id: string) => ({ status: 200, answer: { comment_id } });

    test('SOC-03e it is one comment with its first words, counted once and told once', async () => {
      const id = randomUUID();
      const [count = 0, notices] = [await countOnPhoto(), await told('aki')];
      const atOnce = await Promise.all([send('ben', id), send('ben', id)]);
      expect([...atOnce, await send('ben', id, { comment: 'ほかの言葉' })]).toEqual(Array(3).fill(made(id)));
      expect(await shown(id)).toMatchObject([{ comment: 'はじめの言葉', user_id: 'ben' }]);
      expect(await countOnPhoto()).toBe(count + 1);
      expect((await told('aki')).toSorted()).toEqual([...notices, `comment-${id}`].toSorted());
      // What was deleted since is not said again.
      await server.ok('deleteComment', { as: 'ben', body: { comment_id: id, timestamp: 't' } });
      expect(await send('ben', id)).toEqual(made(id));
      expect([await countOnPhoto(), (await told('aki')).toSorted()]).toEqual([count, notices.toSorted()]);
    });

    test('SOC-03e a reply is there also when what it answers was deleted meanwhile', async () => {
      const [first, reply] = [randomUUID(), randomUUID()];
      await send('aki', first);
      expect(await send('ben', reply, { parent_id: first })).toEqual(made(reply));
      await server.ok('deleteComment', { as: 'aki', body: { comment_id: first, timestamp: 't' } });
      expect(await send('ben', reply, { parent_id: first })).toEqual(made(reply));
      expect(await shown(reply)).toHaveLength(1);
    });

    test('SOC-03e the id of a comment by another fan, or to another photo, is refused and changes nothing', async () => {
      const id = randomUUID();
      await send('ben', id);
      const other = server.storePhoto('aki', 'e');
      await server.post('aki', 'e', [other]);
      const before = [await read(), await countOnPhoto(), await told('aki')];
      expect(await send('aki', id, { comment: '上書き' })).toEqual(notFound);
      expect(await send('ben', id, { media_url: other.media_url })).toEqual(notFound);
      expect([await read(), await countOnPhoto(), await told('aki')]).toEqual(before);
      const there = await server.ok('getComments', { params: { media_url: other.media_url } });
      expect(there).toEqual({ comments: [], count: 0 });
    });
  });

  test('API-PUT-/media/public/list/item/comment/reaction API-PUT-/media/public/list/item/report/comment once', async () => {
    const made = await comment('aki', 'react to me');
    if (!('answer' in made)) throw new Error(made.code);
    const { comment_id } = made.answer;
    const body = { media_url, comment_id, targetuser: 'aki' };
    for (const as of ['ben', 'ben', 'aki']) await server.ok('putCommentReaction', { as, body });
    await server.ok('deleteCommentReaction', { as: 'aki', body: { comment_id } });
    const { list } = await server.ok('getCommentReactions', { params: { media_url } });
    expect(list).toEqual([{ comment_id, user_id: 'ben' }]);
    const report = { comment: 'x', comment_id, media_url, screen_id: 'aki', timestamp: 't', screen_name: 'aki' };
    for (const as of ['ben', 'ben']) await server.ok('putCommentReport', { as, body: report });
    const kept = await server.db.selectFrom('comment_report').select(['user_id', 'comment']).execute();
    expect(kept).toEqual([{ user_id: 'ben', comment: 'react to me' }]);
    const nothing = { ...body, comment_id: 'nothing' };
    expect(await server.call('putCommentReaction', { as: 'ben', body: nothing })).toEqual(notFound);
    expect(await server.call('putCommentReport', { as: 'ben', body: { ...report, comment_id: 'nothing' } })).toEqual(
      notFound,
    );
    const there = { tenant: LEAGUE, as: 'ben' };
    await server.join('ben', LEAGUE);
    expect(await server.call('putCommentReaction', { ...there, body })).toEqual(notFound);
    expect(await server.ok('getComments', { tenant: LEAGUE, params: { media_url } })).toEqual({
      comments: [],
      count: 0,
    });
  });
});

test('API-PUT-/user/follow/item API-DELETE-/user/follow/item follows and followers', async () => {
  const body = { follow_user: 'aki' };
  for (let i = 0; i < 2; i++) await server.ok('putFollow', { as: 'ben', body });
  expect(await server.ok('getFollows', { params: { user_id: 'ben' } })).toEqual({
    follow_list: [{ follow_user: 'aki' }],
  });
  expect(await server.ok('getFollowers', { params: { user_id: 'aki' } })).toEqual({
    follower_list: [{ user_id: 'ben' }],
  });
  const away = { tenant: LEAGUE, params: { user_id: 'aki' } };
  expect(await server.ok('getFollowers', away)).toEqual({ follower_list: [] });
  expect(await server.call('putFollow', { as: 'aki', body })).toEqual(notFound);
  expect(await server.call('putFollow', { as: 'ben', body: { follow_user: 'nobody' } })).toEqual(notFound);
  await server.ok('deleteFollow', { as: 'ben', body });
  expect(await server.ok('getFollows', { params: { user_id: 'ben' } })).toEqual({ follow_list: [] });
});

describe('own events', () => {
  const draft: EventDraft = {
    event_id: null,
    event_name: '夕焼け<i>コレクション</i>',
    event_date: '2026-06-20',
    crawl_period_start: '2026-06-12 00:00:00',
    crawl_period_end: '2026-07-12 23:59:59',
    public_message: '',
    thumbnail: null,
    category: 'その他',
    subCategory: 'イベント',
    post_limit: 3,
    descriptive_title: '',
    descriptive_photo: null,
    descriptive_text: '概要',
    photo_location: ['ゴール裏'],
    premium_user_ids: ['aki'],
  };
  const put = (as: string, body: EventDraft) => server.call('putEvent', { as, body });
  const invalid = { status: 400, code: 'INVALID_REQUEST' };

  test('API-PUT-/memorial/event/item EVT-04b created, changed by its creator, dates fixed once begun', async () => {
    const { event_id } = await server.ok('putEvent', { as: 'aki', body: draft });
    const read = () => server.ok('getEvent', { params: { eventId: event_id } });
    expect(await read()).toMatchObject({
      event_name: '夕焼けコレクション',
      event_type: 'memorial',
      user_id: 'aki',
      user_name: 'aki',
    });
    const change = { ...draft, event_id, event_name: '朝焼け', crawl_period_end: '2026-07-01 23:59:59' };
    expect(await put('ben', change)).toEqual({ status: 403, code: 'EVENT_NOT_OWNER' });
    expect((await put('aki', change)).status).toBe(200);
    expect(await read()).toMatchObject({ event_name: '朝焼け', crawl_period_end: '2026-07-01 23:59:59' });
    server.setNow(NOON + 3 * DAY);
    expect(await put('aki', { ...change, crawl_period_end: '2026-07-02 23:59:59' })).toEqual(invalid);
    expect((await put('aki', { ...change, event_name: '昼' })).status).toBe(200);
    server.setNow(NOON);
    // Not begun yet: it may be moved, but not to a day that is over.
    const moved = (start: string) => ({ ...change, crawl_period_start: `${start} 00:00:00` });
    expect(await put('aki', { ...moved('2026-06-09'), crawl_period_end: '2026-06-20 23:59:59' })).toEqual(invalid);
    expect(await put('aki', { ...change, event_id: 'none' })).toEqual({ status: 404, code: 'EVENT_NOT_FOUND' });
  });

  test('API-PUT-/memorial/event/item EVT-02b refuses impossible, past and too long periods', async () => {
    const period = (start: string, end: string) =>
      put('aki', { ...draft, crawl_period_start: `${start} 00:00:00`, crawl_period_end: `${end} 23:59:59` });
    expect(await period('2026-06-12', '2026-07-13')).toEqual(invalid);
    expect(await period('2026-06-12', '2026-06-11')).toEqual(invalid);
    expect(await period('2026-06-09', '2026-06-30')).toEqual(invalid);
    expect(await period('2026-06-31', '2026-07-05')).toEqual(invalid);
    expect((await period('2026-06-10', '2026-07-10')).status).toBe(200);
    expect((await period('2027-01-31', '2027-02-28')).status).toBe(200);
    expect(await period('2027-01-31', '2027-03-01')).toEqual(invalid);
    expect(await put('aki', { ...draft, event_name: '<b></b>' })).toEqual(invalid);
    const thumbnail = `ugc/${LEAGUE}/x/original/${'a'.repeat(20)}.jpg`;
    expect(await put('aki', { ...draft, thumbnail })).toEqual(invalid);
    expect(await put('guest', draft)).toEqual({ status: 403, code: 'NOT_A_MEMBER' });
  });

  test('API-PUT-/memorial/event/item EVT-03a pictures are the creator’s; replaced ones are removed', async () => {
    const { event_id } = await server.ok('putEvent', { as: 'aki', body: draft });
    const pictureOf = (owner: string, event = event_id) => server.storePhoto(owner, event).media_url;
    const withPicture = (thumbnail: string) => put('aki', { ...draft, event_id, thumbnail });
    expect(await withPicture(pictureOf('ben'))).toEqual(invalid);
    expect(await withPicture(pictureOf('aki', 'other'))).toEqual(invalid);
    expect(await withPicture(`ugc/${CLUB}/${event_id}/original/${'a'.repeat(20)}.jpg`)).toEqual(invalid);
    const [first, second] = [pictureOf('aki'), pictureOf('aki')];
    const derived = variantKey(first, 480);
    server.stored.set(derived, { size: 100, owner: 'aki' });
    expect((await withPicture(first)).status).toBe(200);
    expect((await withPicture(second)).status).toBe(200);
    expect([first, derived, second].map((key) => server.stored.has(key))).toEqual([false, false, true]);
    const past = { ...draft, event_id, crawl_period_start: '2026-06-09 00:00:00', thumbnail: second };
    expect(await put('aki', past)).toEqual(invalid);
    await server.ok('deleteEvent', { as: 'aki', body: { event_id } });
    expect(server.stored.has(second)).toBe(false);
  });

  test('SAF-09 a posted photo that was shown as the event’s picture stays when the picture changes', async () => {
    const today = { ...draft, crawl_period_start: '2026-06-10 00:00:00', crawl_period_end: '2026-06-30 23:59:59' };
    const { event_id } = await server.ok('putEvent', { as: 'aki', body: today });
    const posted = server.storePhoto('aki', event_id);
    expect((await server.post('aki', event_id, [posted])).status).toBe(200);
    const withPicture = (thumbnail: string | null) => put('aki', { ...today, event_id, thumbnail });
    expect((await withPicture(posted.media_url)).status).toBe(200);
    const other = server.storePhoto('aki', event_id).media_url;
    expect((await withPicture(other)).status).toBe(200);
    expect((await withPicture(null)).status).toBe(200);
    const kept = [posted.media_url, thumbnailKey(posted.media_url), other].map((key) => server.stored.has(key));
    expect(kept).toEqual([true, true, false]);
  });

  test('EVT-05a EVT-05b an event is deleted by its creator only (403), and without posts only (406)', async () => {
    const today = { ...draft, crawl_period_start: '2026-06-10 00:00:00', crawl_period_end: '2026-06-30 23:59:59' };
    const { event_id } = await server.ok('putEvent', { as: 'aki', body: today });
    const photo = server.storePhoto('ben', event_id);
    expect((await server.post('ben', event_id, [photo])).status).toBe(200);
    const remove = (as: string) => server.call('deleteEvent', { as, body: { event_id } });
    expect(await remove('ben')).toEqual({ status: 403, code: 'EVENT_NOT_OWNER' });
    expect(await remove('aki')).toEqual({ status: 406, code: 'EVENT_HAS_POSTS' });
    await server.ok('deletePhoto', { as: 'ben', body: { public_list_id: 'event', media_url: photo.media_url } });
    expect((await remove('aki')).status).toBe(200);
    expect(await remove('aki')).toEqual({ status: 404, code: 'EVENT_NOT_FOUND' });
  });
});
