// @vitest-environment happy-dom
/** The photos of the left column. */
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { drawApp, find, given, mediaUrl, open, photo, withoutPoints } from '../../../tests/support/appScreen.tsx';
import { press, signedInFan } from '../../../tests/support/render.tsx';
import { favoritePlayerStore, NO_FAVORITES } from '../../platform/storage/favoritePlayerStore.ts';

drawApp();
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const PLAYERS = 'aside [aria-label="あなたの推し"] a';
const POPULAR = 'aside [aria-label="人気の写真"]';
const queries = () => given.asked.map((call) => (call as { query?: Record<string, string> }).query ?? {});

test('FAN-10f whoever has no favourites sees the best-liked photos; a press opens one over the page', async () => {
  given.popular = [photo];
  await open(withoutPoints, '/event-list.html');
  await press(await find(`${POPULAR} a`));
  expect(new URLSearchParams(location.search).get('q')).toBe(mediaUrl);
  expect(document.querySelector(PLAYERS)).toBeNull();
});

test('FAN-10f a fan with favourites sees their newest photos alone', async () => {
  given.popular = [photo];
  favoritePlayerStore.save(withoutPoints.id, { ...NO_FAVORITES, owner: 'me', names: ['山田 太郎'] });
  await open(withoutPoints, '/gallery.html', signedInFan);
  await find(PLAYERS);
  expect(queries()).toContainEqual(expect.objectContaining({ any_of: '山田 太郎', l: '12' }));
  expect(document.querySelector(POPULAR)).toBeNull();
});

test('FAN-10f on an event’s page the column shows no photo of it; where nobody liked any, the newest ones', async () => {
  const shownIn = (label: string) =>
    [...document.querySelectorAll(`aside [aria-label="${label}"] a`)].map((link) => link.getAttribute('href'));
  const named = (name: string) => mediaUrl.replace(/[^/]{20}\.jpg$/, `${name.repeat(20)}.jpg`);
  given.popular = [photo, { ...photo, media_url: named('b'), event_id: 'e2' }];
  await open(withoutPoints, `/event-detail.html?e=${photo.event_id}`);
  await find(`${POPULAR} a`);
  expect(shownIn('人気の写真').map((href) => href?.includes(encodeURIComponent(named('b'))))).toEqual([true]);
  // The gallery's grid begins with the first of them.
  await open(withoutPoints, '/gallery.html');
  await find(`${POPULAR} a`);
  expect(shownIn('人気の写真').map((href) => href?.includes(encodeURIComponent(named('b'))))).toEqual([true]);
  given.popular = [];
  await open(withoutPoints, '/event-list.html');
  await find('aside [aria-label="新着の写真"] a');
  expect(document.querySelector(POPULAR)).toBeNull();
});

test('FAN-10f the running match shows its newest photos, anew each minute; one that is over does not', async () => {
  const ofMatch = () => queries().filter(({ e, l }) => e === 'e1' && l === '3').length;
  const eachMinute: (() => void)[] = [];
  const began = globalThis.setInterval;
  vi.stubGlobal('setInterval', (run: () => void, ms: number) =>
    ms === 60_000 ? eachMinute.push(run) : began(run, ms),
  );
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00+09:00') });
  // The grid of this page begins with them.
  await open(withoutPoints, '/gallery.html');
  await find('aside section a');
  expect(ofMatch()).toBe(0);
  await open(withoutPoints, '/event-list.html');
  await find('aside [aria-label="新着の写真"] a');
  expect(ofMatch()).toBe(1);
  for (const run of nonEmpty(eachMinute)) run();
  await waitFor(() => expect(ofMatch()).toBe(2));
  vi.setSystemTime(new Date('2026-11-28T12:00:00+09:00'));
  await open(withoutPoints, '/event-list.html');
  await find('aside section a');
  await waitFor(() => expect(document.querySelector('aside [aria-label="新着の写真"]')).toBeNull());
});
