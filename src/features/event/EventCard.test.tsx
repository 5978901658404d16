// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWith, type Screen } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { EventCard } from './EventCard.tsx';

const now = parseWireDate('2026-11-21 12:00:00') ?? Number.NaN;
const event = {
  event_id: 'e1',
  event_name: '第36節 ホーム最終盤',
  event_type: 'official',
  crawl_period_start: '2026-11-20 00:00:00',
  crawl_period_end: '2026-11-22 23:59:59',
  thumbnail: `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`,
  category: 'リーグ',
  subCategory: 'ホーム',
  user_id: null,
  count: 12,
  ambassadorLimited: false,
  officialLimited: false,
  personLimited: false,
  userLimited: [],
} as unknown as FanEvent;
const over = { crawl_period_start: '2026-11-01 00:00:00', crawl_period_end: '2026-11-02 23:59:59' };
const upcoming = { crawl_period_start: '2026-12-01 00:00:00', crawl_period_end: '2026-12-02 23:59:59' };

let page: Screen;
beforeEach(async () => {
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  page = await renderWith(null);
});
afterEach(() => void vi.unstubAllGlobals());

function show(change: Partial<FanEvent>, props: Partial<Parameters<typeof EventCard>[0]> = {}) {
  page.rerender(<EventCard event={{ ...event, ...change }} now={now} userId="me" {...props} />);
  return page.container.textContent ?? '';
}
const img = () => page.container.querySelector('img');
const failPicture = () => fireEvent.error(img() as Element);

test('EVT-06a an official event shows badge, categories, name, period; medium cards lead to details', () => {
  const text = show({});
  for (const part of [
    texts.official,
    'リーグ / ホーム',
    '第36節 ホーム最終盤',
    '2026/11/20 - 2026/11/22',
    texts.details,
  ])
    expect(text).toContain(part);
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/${CLUB}/event-detail.html?e=e1`);
  expect(show({}, { size: 'small' })).not.toContain(texts.details);
});

test('EVT-06b labels by period: not yet held, nothing, see the photos; contests lead to the official site', () => {
  expect(show(upcoming)).toContain(texts.notYetHeld);
  const during = show({});
  for (const label of [texts.notYetHeld, texts.seeCollected, texts.seeOfficial, texts.inProgress])
    expect(during).not.toContain(label);
  expect(show(over)).toContain(texts.seeCollected);
  expect(show({ event_type: 'photocon' })).toContain(texts.seeOfficial);
});

test('EVT-06c badges: other fans’ memorial events, limited events, one’s own', () => {
  expect(show({ event_type: 'memorial', user_id: 'other' })).toContain(texts.memorial);
  expect(show({ event_type: 'memorial', user_id: 'me' })).toContain(texts.own);
  expect(show({ personLimited: true })).toContain(texts.limited);
  expect(show({ event_type: 'memorial', user_id: 'other' })).not.toContain('リーグ');
});

test('EVT-06a the picture falls back from its thumbnail to the original, then to the no-image picture', () => {
  show({});
  expect(img()?.getAttribute('src')).toContain('/thumbnail/');
  failPicture();
  expect(img()?.getAttribute('src')).toContain('/original/');
  failPicture();
  expect(img()?.getAttribute('src')).toBe(`/${CLUB}/logo.svg`);
  show({ thumbnail: null });
  expect(img()?.getAttribute('src')).toBe(`/${CLUB}/logo.svg`);
});

test('EVT-06a IMG-02 AVIFs go before the thumbnail; where one does not come the thumbnail is shown', () => {
  const picture = { width: 1600, height: 900, variants: [240, 480, 1600] };
  show({ picture });
  const source = () => page.container.querySelector('source');
  expect(source()?.getAttribute('type')).toBe('image/avif');
  expect(source()?.getAttribute('srcset')).toMatch(
    /\/variant\/240\/a+\.avif 240w,.*\/variant\/480\/a+\.avif 480w,.*\/variant\/1600\/a+\.avif 1600w$/,
  );
  expect(img()?.getAttribute('src')).toContain('/thumbnail/');
  failPicture();
  expect(source()).toBeNull();
  expect(img()?.getAttribute('src')).toContain('/thumbnail/');
  failPicture();
  expect(img()?.getAttribute('src')).toContain('/original/');
  show({ picture: null });
  expect(source()).toBeNull();
  show({ picture: { ...picture, variants: [] } });
  expect(source()).toBeNull();
});

test('EVT-06d a click keeps scroll position and category for the way back', () => {
  show({});
  const link = screen.getByRole('link');
  link.addEventListener('click', (clicked) => clicked.preventDefault());
  fireEvent.click(link);
  expect(sessionStorage.getItem('eventCategory')).toBe('リーグ');
  expect(sessionStorage.getItem('scrollPosition')).toBe('0');
});

test('OVL-01a the label of a finished event with photos opens its album', () => {
  const onAlbum = vi.fn();
  show(over, { onAlbum });
  fireEvent.click(screen.getByRole('button'));
  expect(onAlbum).toHaveBeenCalledWith('e1');
  show({ ...over, count: 0 }, { onAlbum });
  expect(screen.queryByRole('button')).toBeNull();
});
