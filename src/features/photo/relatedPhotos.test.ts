import { expect, test } from 'vitest';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Photo } from '../../contract/entities.ts';
import { pickRelated } from './relatedPhotos.ts';
import { shareAddresses } from './sharePhoto.ts';

const photos = Array.from({ length: 100 }, (_, index) => ({ media_url: `photo-${index}` }) as Photo);

test('PHO-05a PHO-05b twenty others, the current one never among them, in another order each time', () => {
  const picked = pickRelated(photos, 'photo-3');
  expect(picked).toHaveLength(20);
  expect(new Set(picked).size).toBe(20);
  expect(picked.map(({ media_url }) => media_url)).not.toContain('photo-3');
  const numbers = [0.9, 0.1, 0.5, 0.3];
  const mixed = pickRelated(photos, 'photo-3', () => numbers[numbers.push(numbers.shift() ?? 0) - 1] ?? 0);
  expect(mixed).not.toEqual(photos.filter(({ media_url }) => media_url !== 'photo-3').slice(0, 20));
});

test('PHO-05a an event with one photo has no others', () => {
  expect(pickRelated(photos.slice(0, 1), 'photo-0')).toEqual([]);
});

test('PHO-06a X, LINE and Facebook are given the address, and the fixed hashtag where they take a text', () => {
  const share = { url: `https://photos.example.jp/${CLUB}/?q=s~ab`, text: 'みなとさんの写真 #推しコレ' };
  const { x, line, facebook } = shareAddresses(share);
  expect(Object.fromEntries(new URL(x).searchParams)).toEqual(share);
  expect(Object.fromEntries(new URL(line).searchParams)).toEqual(share);
  expect(new URL(facebook).searchParams.get('u')).toBe(share.url);
});
