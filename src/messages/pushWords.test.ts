import { expect, test } from 'vitest';
import { CLUB } from '../../tests/support/tenants.ts';
import type { PushPayload } from '../contract/entities.ts';
import { wordPush } from './pushWords.ts';

const media_url = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
const payload: PushPayload = {
  for: '',
  tenant: CLUB,
  kind: 'comment',
  id: 'notice comment-1',
  name: '花子',
  title: '',
  body: '',
  count: 1,
  media_url,
  target: 'hanako',
  unread: 3,
};

test('SOC-08c every kind has its sentence and its place', () => {
  const words = (change: Partial<PushPayload>) => {
    const { title, url } = wordPush({ ...payload, ...change });
    return [title, url];
  };
  const photo = `/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`;
  const list = `/${CLUB}/common/notice-list.html`;
  expect(words({ kind: 'reply' })).toEqual(['花子さんがあなたのコメントに返信しました', photo]);
  expect(words({ kind: 'reaction', count: 3 })).toEqual(['花子さん、ほか2人があなたの写真に「いいね」しました', photo]);
  expect(words({ kind: 'follow', media_url: null })).toEqual([
    '花子さんがあなたをフォローしました',
    `/${CLUB}/my-photo.html?u=hanako`,
  ]);
  expect(words({ kind: 'follow', name: null, media_url: null })).toEqual([
    '退会したユーザーがあなたをフォローしました',
    list,
  ]);
  expect(words({ kind: 'post', count: 5, target: 'hanako' })).toEqual([
    '花子さんが写真を5枚投稿しました',
    `/${CLUB}/my-photo.html?u=hanako`,
  ]);
  expect(words({ kind: 'event', name: '開幕戦', target: 'e1' })).toEqual([
    '「開幕戦」がはじまりました',
    `/${CLUB}/event-detail.html?e=e1&open=photo`,
  ]);
  expect(words({ kind: 'player', name: '山田・佐藤', count: 5, target: 'e1' })).toEqual([
    '推しの山田・佐藤の写真が5枚届きました',
    `/${CLUB}/event-detail.html?e=e1`,
  ]);
  expect(words({ kind: 'memory', name: null, title: '1年前の今日の写真があります' })).toEqual([
    '1年前の今日の写真があります',
    photo,
  ]);
  expect(words({ kind: 'news', title: 'お知らせです', media_url: null })).toEqual(['お知らせです', list]);
});
