import { expect, test } from 'vitest';
import { kindOf } from './requestKind.ts';

const origin = 'http://fans.test';
const key = 'ugc/club/event/thumbnail/abcdefghij0123456789.jpg';

interface Given {
  readonly method?: string;
  readonly mode?: string;
  readonly cache?: string;
  readonly headers?: readonly string[];
}
const kind = (address: string, { method = 'GET', mode = 'cors', cache = 'default', headers = [] }: Given = {}) =>
  kindOf({ method, url: new URL(address, origin), mode, cache, hasHeader: (name) => headers.includes(name) }, origin);

test.each([
  ['/club/', 'page'],
  ['/club/gallery.html?team=t1', 'page'],
  ['/common/search-result.html?t=club&ht=goal', 'page'],
  ['/club/common/notice-list.html', 'page'],
  ['/dev/mailbox', null],
  ['/s3/photos/', null],
  ['/club/nothing', null],
  ['http://elsewhere.test/club/', null],
  ['/a/club/common/notice-list.html', null],
  ['/club/gallery.html/x', null],
])('RTE-18c navigation to %s: %s', (address, expected) => {
  expect(kind(address, { mode: 'navigate' })).toBe(expected);
});

test.each([
  ['/club', 'moved'],
  ['/Club/Gallery?team=t1', 'moved'],
  ['/club/gallery/', 'moved'],
  ['/dev', null],
  ['/DEV', null],
  ['/S3/index', null],
  ['http://elsewhere.test/Club/Gallery', null],
])('RTE-18f navigation to %s: %s', (address, expected) => {
  expect(kind(address, { mode: 'navigate' })).toBe(expected);
});

test.each([
  ['/club/terms.pdf', 'document'],
  ['/dev/terms.pdf', null],
  ['/a/club/terms.pdf', null],
  ['/club/terms.pdfx', null],
  ['http://elsewhere.test/club/terms.pdf', null],
])('RTE-18e navigation to %s: %s', (address, expected) => {
  expect(kind(address, { mode: 'navigate' })).toBe(expected);
});

test.each([
  [`/s3/photos/${key}`, 'thumbnail'],
  [`https://cdn.test/${key}`, 'thumbnail'],
  [`/s3/photos/${key.replace('thumbnail', 'original')}`, 'original'],
  [`/s3/photos/${key.replace('thumbnail', 'preview')}`, 'preview'],
  [`/s3/photos/${key.replace('thumbnail', 'variant/480').replace('.jpg', '.avif')}`, 'thumbnail'],
  [`https://cdn.test/${key.replace('thumbnail', 'variant/1600').replace('.jpg', '.avif')}`, 'preview'],
  [`/s3/photos/${key.replace('thumbnail', 'variant/480')}`, null],
  [`/s3/photos/${key}?X-Amz-Signature=1`, null],
  ['/club/logo.svg', 'art'],
  ['/club/tag.txt', 'art'],
  ['/config.json', 'config'],
  ['/status.json', null],
  [`/s3/photos/${key}/x`, null],
  ['http://elsewhere.test/club/logo.svg', null],
  ['http://elsewhere.test/config.json', null],
  ['/club/icons/192/logo.png', 'art'],
  ['/club/assets/logo.png', 'art'],
  ['/CLUB/icons/logo.png', null],
  ['/club/logo.svgz', null],
  ['/assets/logo.svg', null],
  ['/idp/keys.json', null],
])('DAT-02a GET %s: %s', (address, expected) => {
  expect(kind(address)).toBe(expected);
});

test('TEN-12e the worker keeps out of what goes to Google', () => {
  for (const address of [
    'https://www.googletagmanager.com/gtag/js?id=G-1',
    'https://region1.google-analytics.com/g/collect',
  ])
    expect([kind(address), kind(address, { method: 'POST', mode: 'no-cors' })]).toEqual([null, null]);
});

test('DAT-02a a GET of section 7 is known by its key, on any origin; writes are left alone', () => {
  expect(kind('/f/season/items', { headers: ['x-api-key'] })).toBe('answer');
  expect(kind('https://api.test/f/season/items', { headers: ['x-api-key'] })).toBe('answer');
  expect(kind('/f/media/list/items', { method: 'PUT', headers: ['x-api-key'] })).toBeNull();
});

test('WAL-11a the worker keeps out of what screens of a stadium read', () => {
  const wall = `/f/wall/match-1/${'x'.repeat(22)}`;
  expect(kind(wall, { cache: 'no-cache', headers: ['x-api-key'] })).toBeNull();
  expect(kind(`${wall}x`, { headers: ['x-api-key'] })).toBe('answer');
});

test('T24 what asks for the network gets the network: probes, the queue, signed and partial requests', () => {
  expect(kind('/config.json', { cache: 'no-store' })).toBeNull();
  expect(kind('/f/media/public/list/item', { cache: 'no-store', headers: ['x-api-key'] })).toBeNull();
  expect(kind(`/s3/photos/${key}`, { headers: ['authorization'] })).toBeNull();
  expect(kind(`/s3/photos/${key}`, { headers: ['range'] })).toBeNull();
  expect(kind(`/s3/photos/${key}`, { method: 'PUT' })).toBeNull();
});
