import * as v from 'valibot';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { CLUB } from '../../tests/support/tenants.ts';
import { ObjectKey } from '../contract/entities.ts';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO, MESSAGE_MAX } from '../contract/limits.ts';
import { isSamePhoto, partDuplicates } from './duplicatePhotos.ts';
import { freeFileName } from './fileName.ts';
import { addHashtags, bareHashtag, parseHashtags } from './hashtags.ts';
import { isMobileDevice } from './isMobileDevice.ts';
import { isJpegName } from './jpegName.ts';
import { cleanMessage, stripTags } from './message.ts';
import { createObjectName, originalKey } from './objectKeys.ts';
import { maxPhotos, ownCount, remainingPhotos } from './remainingPhotos.ts';

test('PST-09a PST-09b 15 photos on a desktop, 5 on a phone, less what the event leaves', () => {
  const free = { isMobile: false, postLimit: null, ownCount: 40, waiting: 9 };
  expect(maxPhotos(free)).toBe(15);
  expect(maxPhotos({ ...free, isMobile: true })).toBe(5);
  expect(maxPhotos({ isMobile: false, postLimit: 10, ownCount: 3, waiting: 2 })).toBe(5);
  expect(maxPhotos({ isMobile: true, postLimit: 10, ownCount: 3, waiting: 0 })).toBe(5);
  expect(maxPhotos({ isMobile: false, postLimit: 10, ownCount: 8, waiting: 5 })).toBe(0);
  expect(remainingPhotos(5, 2)).toBe(3);
  expect(remainingPhotos(1, 2)).toBe(0);
});

test('PST-09b the own count is that of the user, not of everybody', () => {
  const event = {
    postUser_list: [
      { user_id: 'a', count: 4 },
      { user_id: 'b', count: 7 },
    ],
  };
  expect(ownCount(event, 'b')).toBe(7);
  expect(ownCount(event, 'c')).toBe(0);
});

test('PST-09a phones and tablets are told by the user agent, an iPad by its touch screen', () => {
  const isMobile = (userAgent: string, maxTouchPoints = 0) => isMobileDevice({ userAgent, maxTouchPoints });
  expect(isMobile('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')).toBe(true);
  expect(isMobile('Mozilla/5.0 (Linux; Android 16; Pixel 9)')).toBe(true);
  expect(isMobile('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe(false);
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  expect(isMobile(mac, 5)).toBe(true);
  expect(isMobile(mac)).toBe(false);
});

test('PST-05a hashtags get their #, a full-width ＃ counts, duplicates go', () => {
  expect(parseHashtags('勝利 ＃ゴール　#勝利,#a#b')).toEqual(['#勝利', '#ゴール', '#a', '#b']);
  expect(addHashtags(['#GOAL'], 'goal ＧＯＡＬ 新人')).toEqual(['#GOAL', '#新人']);
  expect(parseHashtags(' # ＃＃ ')).toEqual([]);
  expect(bareHashtag('＃勝利')).toBe('勝利');
});

test('PST-05a hashtags stay within the bounds of the wire', () => {
  const long = parseHashtags(`${'あ'.repeat(HASHTAG_MAX - 1)}👏🏻👏🏻`)[0] ?? '';
  expect(long).toBe(`#${'あ'.repeat(HASHTAG_MAX - 1)}👏🏻`);
  expect(parseHashtags(Array.from({ length: 99 }, (_, n) => `t${n}`).join(' '))).toHaveLength(HASHTAGS_PER_PHOTO);
});

test('PST-05d HTML tags are stripped, also those a removed tag leaves behind, and plain < stays', () => {
  expect(stripTags('<b>やった</b><br/>')).toBe('やった');
  expect(stripTags('<<b>script>alert(1)<</b>/script>')).toBe('alert(1)');
  expect(stripTags('<!-- x --><img src=x onerror="a()">')).toBe('');
  expect(stripTags('<3 1 < 2 > 0')).toBe('<3 1 < 2 > 0');
  const long = '写真👨‍👩‍👧<3 '.repeat(3_000);
  expect(stripTags(`${long}<b>${long}</b>${long}`)).toBe(long.repeat(3));
});

test('PST-05c an over-length message is cut after 500 characters, none of them split', () => {
  expect(cleanMessage('あ'.repeat(MESSAGE_MAX + 1))).toBe('あ'.repeat(MESSAGE_MAX));
  expect(cleanMessage('👏🏻'.repeat(MESSAGE_MAX + 1))).toBe('👏🏻'.repeat(MESSAGE_MAX));
  expect(cleanMessage('短い')).toBe('短い');
  expect(cleanMessage('a\u0000b\r\nc\u0007')).toBe('ab\nc');
});

test.each<readonly [name: string, type: string, isJpeg: boolean]>([
  ['IMG_1.JPG', 'image/jpeg', true],
  ['a.jpeg', 'image/jpg', true],
  ['image:1000000123', 'image/jpeg', true],
  ['', 'image/jpeg', true],
  ['a.png', 'image/jpeg', true],
  ['a.jpg.exe', 'image/jpeg', true],
  ...['a.jpg', 'a.jpeg', 'a.jfif', 'a.jpe', 'A.JFIF', '.jpg'].flatMap((name) => [
    [name, '', true] as const,
    [name, 'application/octet-stream', true] as const,
    [name, 'image/jpeg', true] as const,
  ]),
  ...['', 'image:1000000123', 'a.png', 'a.jpg.exe', 'a.jpgx', 'jpg', 'a.jp', 'a.heic'].flatMap((name) => [
    [name, '', false] as const,
    [name, 'application/octet-stream', false] as const,
  ]),
  ...['image/heic', 'image/png', 'text/plain', 'image/*', 'image/pjpeg', 'application/octet-streams'].map(
    (type) => ['a.jpg', type, false] as const,
  ),
])('PST-07e %j of type %j calls itself a JPEG: %s', (name, type, isJpeg) => {
  expect(isJpegName({ name, type })).toBe(isJpeg);
});

const file = (name: string, size: number, lastModified: number, hash: string | null) => ({
  name,
  size,
  lastModified,
  hash,
});

test('PST-07c T17 the same name alone is no duplicate; the same name, size and time are', () => {
  expect(isSamePhoto(file('image.jpg', 10, 1, null), file('image.jpg', 11, 2, null))).toBe(false);
  expect(isSamePhoto(file('image.jpg', 10, 1, null), file('image.jpg', 10, 1, null))).toBe(true);
  expect(isSamePhoto(file('image.jpg', 10, 1, 'a'), file('image.jpg', 10, 1, 'b'))).toBe(false);
});

test('PST-07c T31 the same bytes are refused under another name, also within one pick', () => {
  const present = [file('a.jpg', 10, 1, 'x')];
  const picked = [file('b.jpg', 10, 9, 'x'), file('c.jpg', 12, 1, 'y'), file('d.jpg', 12, 2, 'y')];
  const parted = partDuplicates(present, picked);
  expect(parted.fresh.map((one) => one.name)).toEqual(['c.jpg']);
  expect(parted.duplicates.map((one) => one.name)).toEqual(['b.jpg', 'd.jpg']);
});

test('T17 different photos of the same name are told apart inside', () => {
  expect(freeFileName('image.jpg', [])).toBe('image.jpg');
  expect(freeFileName('image.jpg', ['image.jpg', 'image (2).jpg'])).toBe('image (3).jpg');
  expect(freeFileName('image', ['image'])).toBe('image (2)');
});

test('PST-11a object keys carry 20 random alphanumerics and fit the contract', () => {
  const names = new Set(Array.from({ length: 200 }, createObjectName));
  expect(names.size).toBe(200);
  for (const name of nonEmpty(names)) expect(name).toMatch(/^[A-Za-z0-9]{20}$/);
  const key = originalKey({ dir: 'ugc', tenant: CLUB, owner: 'ev_1', name: createObjectName() });
  expect(v.is(ObjectKey, key)).toBe(true);
});
