import { expect, test } from 'vitest';
import type { Photo } from '../contract/entities.ts';
import { PREVIEW_SIDE } from '../contract/limits.ts';
import { keptKey, listMatcher, makeRoom } from './keptPhotos.ts';

const mediaUrl = `ugc/club/e1/original/${'A'.repeat(20)}.jpg`;
const photo = {
  media_url: mediaUrl,
  user_id: 'u1',
  comment: '最高の一日',
  htag: ['#勝利', '#ＧＯＡＬ'],
  player: '山田 太郎,佐藤次郎',
  photo_location: 'ゴール裏',
  team_id: 't1',
  event_id: 'e1',
  season_id: 's1',
  width: 4000,
  height: 3000,
} as Photo;
const people = { official: new Set(['club']), staff: new Set(['club', 'u1']) };
const matches = (query: Record<string, string>) => listMatcher(query, people)?.(photo);

test.each([
  ['its largest AVIF', { variants: [240, 480, 1600], has_preview: true }, true, '/variant/1600/'],
  ['the preview where the browser has no AVIF', { variants: [1600], has_preview: true }, false, '/preview/'],
  ['the preview of a photo from before there were AVIFs', { has_preview: true }, true, '/preview/'],
  ['the preview while there is no AVIF yet', { variants: [], has_preview: true }, true, '/preview/'],
  ['the thumbnail rather than an original of megabytes', { variants: [], has_preview: false }, true, '/thumbnail/'],
  ['the thumbnail of a long one, too', { variants: [], has_preview: false, height: 900 }, true, '/thumbnail/'],
  ['a small photo itself', { variants: [], has_preview: false, width: 900, height: 600 }, true, '/original/'],
  [
    'one of the preview’s size, too',
    { variants: [], has_preview: false, width: PREVIEW_SIDE, height: 9 },
    true,
    '/original/',
  ],
])('KEP-01b one picture a photo is kept: %s', (_name, facts, hasAvif, part) => {
  expect(keptKey({ ...photo, ...facts }, hasAvif)).toContain(part);
});

test.each([
  [{ e: 'e1' }, true],
  [{ e: 'e2' }, false],
  [{ event_id: 'e1', cf: 'true', l: '100' }, true],
  [{ e: 'e1', cp: '山田太郎' }, true],
  [{ e: 'e1', cp: '山田太郎,佐藤 次郎' }, true],
  [{ e: 'e1', cp: '山田太郎,鈴木' }, false],
  [{ e: 'e1', ht: 'goal' }, true],
  [{ e: 'e1', ht: 'goa' }, false],
  [{ e: 'e1', search_text: '一日 山田太郎' }, true],
  [{ e: 'e1', search_text: '一日 敗北' }, false],
  [{ e: 'e1', pl: 'ｺﾞｰﾙ裏' }, true],
  [{ e: 'e1', pl: 'メイン' }, false],
  [{ e: 'e1', s: 's2' }, false],
  [{ e: 'e1', team: 't1', u: 'u1' }, true],
  [{ e: 'e1', photographer: 'official' }, false],
  [{ e: 'e1', photographer: 'staff' }, true],
])('KEP-01e without signal %j is narrowed as the server does: %s', (query, isShown) => {
  expect(matches(query)).toBe(isShown);
});

test('KEP-01e a photographer’s photos are those of the club, or of its staff; without one all are shown', () => {
  const ofFan = { ...photo, user_id: 'u9' };
  expect(listMatcher({ e: 'e1' }, people)?.(ofFan)).toBe(true);
  expect(listMatcher({ e: 'e1', photographer: 'staff' }, people)?.(ofFan)).toBe(false);
  expect(listMatcher({ e: 'e1' }, null)?.(ofFan)).toBe(true);
});

test('KEP-01e a photo without a place is at none', () => {
  expect(listMatcher({ pl: 'メイン' }, people)?.({ ...photo, photo_location: null })).toBe(false);
});

test('FLD-01d KEP-01e a condition this build does not know is not guessed to hold', () => {
  expect(listMatcher({ e: 'e1', seat: 'A12' }, people)).toBeNull();
  expect(listMatcher({ e: 'e1', seat: undefined, toString: undefined }, people)?.(photo)).toBe(true);
  expect(listMatcher({ e: 'e1', toString: 'x' }, people)).toBeNull();
});

test('KEP-01e what cannot be told on the device is not guessed', () => {
  expect(listMatcher({ any_of: '山田' }, people)).toBeNull();
  expect(listMatcher({ e: 'e1', photographer: 'staff' }, null)).toBeNull();
});

const held = (id: string, openedAt: number, pictures: Record<string, number>) => ({
  id,
  openedAt,
  pictures: new Map(Object.entries(pictures)),
});

test.each([
  ['nothing goes while there is room', 100, 40, []],
  ['the least recently opened goes first', 100, 60, ['old']],
  ['and as many as it takes', 100, 80, ['old', 'middle']],
  ['what does not fit even alone is refused, and nothing goes', 100, 101, null],
])('KEP-01d %s', (_name, budget, wanted, gone) => {
  const kept = [held('new', 3, { a: 0 }), held('middle', 2, { c: 30 }), held('old', 1, { b: 30 })];
  expect(makeRoom(kept, budget, wanted, 'new')).toEqual(gone);
});

test('KEP-01d a photo two matches have counts once, and goes with the last of them', () => {
  const kept = [held('old', 1, { a: 50, b: 10 }), held('middle', 2, { a: 50 }), held('new', 3, {})];
  expect(makeRoom(kept, 100, 40, 'new')).toEqual([]);
  expect(makeRoom(kept, 100, 50, 'new')).toEqual(['old']);
  expect(makeRoom(kept, 100, 60, 'new')).toEqual(['old', 'middle']);
});

test('KEP-01d what is being kept never goes for itself', () => {
  expect(makeRoom([held('self', 1, { a: 80 })], 100, 30, 'self')).toBeNull();
});
