// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { pageZip } from '../../features/photo/saving/pageZip.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { DownloadPage } from './DownloadPage.tsx';

const events = [
  { event_id: 'mine', event_name: '私の企画', user_id: 'me' },
  { event_id: 'theirs', event_name: '人の企画', user_id: 'other' },
];
const photoOf = (page: number, usepermit = true) => ({
  media_url: `ugc/club/mine/original/${String(page).padStart(20, '0')}.jpg`,
  usepermit,
  created_at: '2026-11-20 10:00:00',
  width: 3,
  height: 2,
  color: '#000000',
  player: '',
  htag: [],
  comment: '',
});
/** Pages of an event; the last one has a photo that may not be used. */
const pages = [
  { media_list: [photoOf(1)], cursor: 'c2', total: 3 },
  { media_list: [photoOf(2), photoOf(3, false)], cursor: null, total: 3 },
];
const getPublicList = vi.fn();
let official = 'somebody';
let areEventsThere = true;

beforeEach(() => {
  official = 'somebody';
  areEventsThere = true;
  getPublicList.mockReset().mockImplementation(async ({ query }) => pages[query.cursor === 'c2' ? 1 : 0]);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => void vi.unstubAllGlobals());

function open(query = '') {
  cleanup();
  history.replaceState(null, '', `/${CLUB}/download.html${query}`);
  const api = {
    getEvents: async () => {
      if (areEventsThere) return { list: events };
      throw new AppError('INTERNAL', 'later', { status: 500 });
    },
    getOfficialUser: async () => ({ list: [{ user_id: official }] }),
    getPublicList,
  };
  return renderWith(<DownloadPage />, fakeServices({ state: signedInFan, api }));
}
const shown = () => document.body.textContent;
const says = (text: string) => waitFor(() => expect(shown()).toContain(text));
const options = () => [...document.querySelectorAll('select option')].map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const names = () => [...document.querySelectorAll('ul img')].map((one) => one.getAttribute('src')?.split('/').at(-1));

test('RTE-16a a fan saves photos of the own events only; another’s event is refused', async () => {
  await open();
  await waitFor(() => expect(options()).toEqual([texts.choose, '私の企画']));
  await open('?e=theirs');
  await says(texts.refused);
  expect(getPublicList).not.toHaveBeenCalled();
});

test('RTE-16a the official user saves photos of every event', async () => {
  official = 'me';
  await open('?e=theirs');
  await waitFor(() => expect(options()).toEqual([texts.choose, '私の企画', '人の企画']));
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(shown()).not.toContain(texts.refused);
});

test('RTE-16a photos come page by page, there and back; what may not be used has no button', async () => {
  await open('?e=mine');
  await waitFor(() => expect(names()).toEqual([`${'1'.padStart(20, '0')}.jpg`]));
  expect([button(texts.previous).disabled, button(texts.next).disabled]).toEqual([true, false]);
  await press(texts.next);
  await says(texts.page(2));
  expect(names()).toHaveLength(2);
  expect([button(texts.previous).disabled, button(texts.next).disabled]).toEqual([false, true]);
  expect(button(texts.saveAll(1))).toBeDefined();
  expect(document.querySelectorAll('ul button')).toHaveLength(1);
  expect(shown()).toContain(texts.noPermitNote);
  await press(texts.previous);
  await says(texts.page(1));
  expect(names()).toHaveLength(1);
});

test('RTE-16a ERR-02 a next page that fails says so and leaves the present one', async () => {
  await open('?e=mine');
  await waitFor(() => expect(names()).toHaveLength(1));
  getPublicList.mockRejectedValueOnce(new AppError('INTERNAL', 'later', { status: 500 }));
  await press(texts.next);
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
  expect(shown()).toContain(texts.page(1));
  expect(names()).toHaveLength(1);
  await press(texts.next);
  await says(texts.page(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(['', '?e=mine'])(
  'RTE-16a ERR-03 where events could not be loaded nobody is refused or told of none: %s',
  async (query) => {
    areEventsThere = false;
    await open(query);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
    expect(shown()).not.toContain(texts.refused);
    expect(shown()).not.toContain(texts.none);
  },
);

test('PUB-03c of a photo whose original has not come the preview is saved, and the page says so', async () => {
  const [early, whole] = [{ ...photoOf(1), has_preview: true, original_pending: true }, photoOf(2)];
  getPublicList.mockImplementation(async () => ({ media_list: [early, whole], cursor: null, total: 2 }));
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    return new Response('', { status: 404 });
  });
  await open('?e=mine');
  await says(texts.previewNote);
  expect([...document.querySelectorAll('li')].map((one) => one.textContent?.includes(texts.preview))).toEqual([
    true,
    false,
  ]);
  const labels = [...document.querySelectorAll('ul button')].map((one) => one.getAttribute('aria-label'));
  expect(labels).toEqual([texts.saveOf(1, true), texts.saveOf(2)]);
  await press(texts.saveAll(2));
  await waitFor(() => expect(pageZip.getState()).toMatchObject({ kind: 'done', came: 0, missing: 2 }));
  pageZip.dismiss();
  expect(fetched).toEqual([
    `/s3/photos/${early.media_url.replace('/original/', '/preview/')}`,
    `/s3/photos/${whole.media_url}`,
  ]);
});

test('KEP-02c photos to download are chosen across pages and saved as one ZIP; what may not be used cannot', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address.slice(-5, -4));
    return new Response('', { status: 404 });
  });
  await open('?e=mine');
  await waitFor(() => expect(names()).toHaveLength(1));
  const boxes = () => screen.getAllByRole('checkbox');
  await press(boxes()[0] as HTMLElement);
  await waitFor(() => expect(button(texts.saveChosen(1))).toBeDefined());
  await press(texts.next);
  await says(texts.page(2));
  expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual([texts.choosePhoto(1)]);
  await press(boxes()[0] as HTMLElement);
  await waitFor(() => expect(button(texts.saveChosen(2))).toBeDefined());
  await press(texts.saveChosen(2));
  await waitFor(() => expect(pageZip.getState()).toMatchObject({ kind: 'done', all: 2, leftOut: 0 }));
  pageZip.dismiss();
  expect(fetched.sort()).toEqual(['1', '2']);
  await press(texts.clear);
  await waitFor(() => expect(button(texts.saveAll(1))).toBeDefined());
});
