import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DeclarativePush, type PushPayload, PushPayload as PushPayloadSchema } from '../../src/contract/entities.ts';
import { EVENT_NAME_MAX, NOTICE_MAX, PLAYER_NAME_MAX } from '../../src/contract/limits.ts';
import { declarePush } from './declarePush.ts';

const origin = 'https://photos.example.jp';
const payload: PushPayload = {
  for: 'mark',
  tenant: 'club',
  kind: 'comment',
  id: 'notice n1',
  name: '花子',
  title: '',
  body: '',
  count: 1,
  media_url: 'ugc/club/e1/original/a b.jpg',
  target: 'hanako',
  unread: 3,
};
const KINDS = PushPayloadSchema.entries.kind.options;

test('KEP-04a a push says in the standard’s form what it shows, where it leads and whom it is for', () => {
  expect(declarePush(payload, origin)).toEqual({
    ...payload,
    web_push: 8030,
    notification: {
      title: '花子さんがあなたの写真にコメントしました',
      body: '',
      navigate: `${origin}/club/gallery.html?q=ugc%2Fclub%2Fe1%2Foriginal%2Fa+b.jpg`,
      lang: 'ja',
      dir: 'ltr',
      tag: 'club notice n1',
      icon: `${origin}/club/icons/icon-192.png`,
      data: { for: 'mark', tenant: 'club', unread: 3 },
    },
    app_badge: 3,
    mutable: true,
  });
});

test.each(KINDS)('KEP-04a of every kind a title and addresses of this site: %s', (kind) => {
  for (const change of [{}, { name: null, media_url: null, target: null }, { target: '//evil.example/?x=@' }]) {
    const { notification } = v.parse(DeclarativePush, declarePush({ ...payload, kind, ...change }, origin));
    expect(new URL(notification.navigate).origin).toBe(origin);
    expect(new URL(notification.icon).origin).toBe(origin);
  }
});

test('KEP-04a the longest fits into what push services take', () => {
  const long: PushPayload = {
    ...payload,
    kind: 'news',
    name: 'あ'.repeat(2 * PLAYER_NAME_MAX + 1),
    title: 'あ'.repeat(NOTICE_MAX.title),
    body: 'あ'.repeat(200),
    for: 'f'.repeat(24),
    id: `notice ${'n'.repeat(64)}`,
    target: 'u'.repeat(64),
  };
  const bytes = (push: PushPayload) => Buffer.byteLength(JSON.stringify(declarePush(push, origin)));
  // 4,096 bytes, of which encryption takes 103 (RFC 8291).
  expect(bytes(long)).toBeLessThanOrEqual(3_993);
  expect(bytes({ ...long, kind: 'player', title: 'あ'.repeat(EVENT_NAME_MAX) })).toBeLessThanOrEqual(3_993);
});
