// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { pageZip } from '../../features/photo/saving/pageZip.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { DownloadPage } from './DownloadPage.tsx';

const events = [
  { event_id: 'mine', event_name: '私の企画', user_id: 'me' },
  { event_id: 'theirs', event_name: '人の企画', user_id: 'other' },
];
const photoOf = (page: number, usepermit = true) => ({
  ...{ media_url: `ugc/club/mine/original/${String(page).padStart(20, '0')}.jpg`, usepermit },
  ...{ created_at: '2026-11-20 10:00:00', width: 3, height: 2, color: '#000000', player: '', htag: [], comment: '' },
});
/** Pages of an event; the last one has a photo that may not be used. */
const pages = [
  { media_list: [photoOf(1)], cursor: 'c2', total: 3 },
  { media_list: [photoOf(2), photoOf(3, false)], cursor: null, total: 3 },
];
const getPublicList = vi.fn();
let official = 'somebody';
let areEventsThere = true;
let host: HTMLElement;
let root: Root;

beforeEach(() => {
  official = 'somebody';
  areEventsThere = true;
  getPublicList.mockReset().mockImplementation(async ({ query }) => pages[query.cursor === 'c2' ? 1 : 0]);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

function open(query = ''): void {
  history.replaceState(null, '', `/${CLUB}/download.html${query}`);
  const session = { status: 'signedIn', user: { id: 'me', name: '私', usepermit: true } };
  const known = {
    getEvents: async () => {
      if (areEventsThere) return { list: events };
      throw new AppError('INTERNAL', 'later', { status: 500 });
    },
    getOfficialUser: async () => ({ list: [{ user_id: official }] }),
    getPublicList,
  };
  const services = {
    config: { objects: { publicBase: '/s3/photos' } },
    tenant: findTenant(CLUB),
    session: { subscribe: () => () => {}, getState: () => session },
    api: new Proxy(known, { get: (of, name) => of[name as keyof typeof of] ?? (async () => ({ list: [] })) }),
  } as unknown as Services;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root.render(
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>
        <DownloadPage />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}
/** Parts come in their own time: a loaded machine needs longer than the second it would wait by itself. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const says = (text: string) => until(() => expect(host.textContent).toContain(text));
const options = () => [...host.querySelectorAll('select option')].map(({ textContent }) => textContent);
const button = (name: string) =>
  [...host.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement;
const names = () => [...host.querySelectorAll('ul img')].map((one) => one.getAttribute('src')?.split('/').at(-1));

test('RTE-16a a fan saves photos of the own events only; another’s event is refused', async () => {
  open();
  await until(() => expect(options()).toEqual([texts.choose, '私の企画']));
  open('?e=theirs');
  await says(texts.refused);
  expect(getPublicList).not.toHaveBeenCalled();
});

test('RTE-16a the official user saves photos of every event', async () => {
  official = 'me';
  open('?e=theirs');
  await until(() => expect(options()).toEqual([texts.choose, '私の企画', '人の企画']));
  await until(() => expect(names()).toHaveLength(1));
  expect(host.textContent).not.toContain(texts.refused);
});

test('RTE-16a photos come page by page, there and back; what may not be used has no button', async () => {
  open('?e=mine');
  await until(() => expect(names()).toEqual([`${'1'.padStart(20, '0')}.jpg`]));
  expect([button(texts.previous).disabled, button(texts.next).disabled]).toEqual([true, false]);
  button(texts.next).click();
  await says(texts.page(2));
  expect(names()).toHaveLength(2);
  expect([button(texts.previous).disabled, button(texts.next).disabled]).toEqual([false, true]);
  expect(button(texts.saveAll(1))).toBeDefined();
  expect(host.querySelectorAll('ul button')).toHaveLength(1);
  expect(host.textContent).toContain(texts.noPermitNote);
  button(texts.previous).click();
  await says(texts.page(1));
  expect(names()).toHaveLength(1);
});

test('RTE-16a ERR-02 a next page that fails says so and leaves the present one', async () => {
  open('?e=mine');
  await until(() => expect(names()).toHaveLength(1));
  getPublicList.mockRejectedValueOnce(new AppError('INTERNAL', 'later', { status: 500 }));
  button(texts.next).click();
  await until(() => expect(host.querySelector('[role="alert"]')).not.toBeNull());
  expect(host.textContent).toContain(texts.page(1));
  expect(names()).toHaveLength(1);
  button(texts.next).click();
  await says(texts.page(2));
  expect(host.querySelector('[role="alert"]')).toBeNull();
});

test.each(['', '?e=mine'])(
  'RTE-16a ERR-03 where events could not be loaded nobody is refused or told of none: %s',
  async (query) => {
    areEventsThere = false;
    open(query);
    await until(() => expect(host.querySelector('[role="alert"]')).not.toBeNull());
    expect(host.textContent).not.toContain(texts.refused);
    expect(host.textContent).not.toContain(texts.none);
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
  open('?e=mine');
  await says(texts.previewNote);
  expect([...host.querySelectorAll('li')].map((one) => one.textContent?.includes(texts.preview))).toEqual([
    true,
    false,
  ]);
  const labels = [...host.querySelectorAll('ul button')].map((one) => one.getAttribute('aria-label'));
  expect(labels).toEqual([texts.saveOf(1, true), texts.saveOf(2)]);
  button(texts.saveAll(2)).click();
  await until(() => expect(pageZip.getState()).toMatchObject({ kind: 'done', came: 0, missing: 2 }));
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
  open('?e=mine');
  await until(() => expect(names()).toHaveLength(1));
  const boxes = () => [...host.querySelectorAll<HTMLInputElement>('ul input')];
  boxes()[0]?.click();
  await until(() => expect(button(texts.saveChosen(1))).toBeDefined());
  button(texts.next).click();
  await says(texts.page(2));
  expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual([texts.choosePhoto(1)]);
  boxes()[0]?.click();
  await until(() => expect(button(texts.saveChosen(2))).toBeDefined());
  button(texts.saveChosen(2)).click();
  await until(() => expect(pageZip.getState()).toMatchObject({ kind: 'done', all: 2, leftOut: 0 }));
  pageZip.dismiss();
  expect(fetched.sort()).toEqual(['1', '2']);
  button(texts.clear).click();
  await until(() => expect(button(texts.saveAll(1))).toBeDefined());
});
