import { expect, test } from 'vitest';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Notice } from '../../contract/entities.ts';
import { createPaths } from '../../navigation/paths.ts';
import { noticeView } from './noticeView.ts';

const paths = createPaths(CLUB, false);
const key = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
const notice = (change: Partial<Notice>): Notice => ({
  notice_id: 'n1',
  kind: 'news',
  title: '',
  body: '',
  url: null,
  created_at: '2026-11-21 12:00:00',
  isRead: false,
  user_id: null,
  user_name: null,
  media_url: null,
  ...change,
});
const view = (change: Partial<Notice>) => noticeView(notice(change), paths, 'https://photo.example');

test('SOC-08a a action says who did what and leads to the photo or the fan', () => {
  const by = { user_id: 'u1', user_name: 'みなと', media_url: key };
  expect(view({ ...by, kind: 'comment' }).title).toBe('みなとさんがあなたの写真にコメントしました');
  expect(view({ ...by, kind: 'reply' }).title).toBe('みなとさんがあなたのコメントに返信しました');
  expect(view({ ...by, kind: 'reaction', count: 1 }).title).toBe('みなとさんがあなたの写真に「いいね」しました');
  expect(view({ ...by, kind: 'reaction', count: 3 }).title).toContain('ほか2人');
  const href = view({ ...by, kind: 'comment' }).href ?? '';
  expect(new URL(href, 'https://photo.example').searchParams.get('q')).toBe(key);
  expect(view({ ...by, media_url: null, kind: 'follow' }).href).toBe(`/${CLUB}/my-photo.html?u=u1`);
});

test('FAN-06c photos of a followed fan are counted in one line that leads to the fan', () => {
  const by = { user_id: 'u1', user_name: 'まどか', media_url: key };
  expect(view({ ...by, kind: 'post', count: 5 })).toMatchObject({
    title: 'まどかさんが写真を5枚投稿しました',
    href: `/${CLUB}/my-photo.html?u=u1`,
  });
});

test('SOC-08a who left the service is named so and leads nowhere', () => {
  expect(view({ kind: 'follow', user_id: 'u1', user_name: '' })).toMatchObject({
    title: '退会したユーザーがあなたをフォローしました',
    href: null,
  });
});

test('SOC-08a news lead inside, outside in a new tab, and never to code', () => {
  expect(view({ title: '告知', url: `/${CLUB}/event-list.html` })).toMatchObject({
    title: '告知',
    href: `/${CLUB}/event-list.html`,
    isOutside: false,
  });
  expect(view({ url: 'https://club.example/news' })).toMatchObject({
    href: 'https://club.example/news',
    isOutside: true,
  });
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://']) expect(view({ url }).href).toBeNull();
});
