// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../platform/analytics/googleAnalytics.ts';
import { countPageViews } from './countPageViews.ts';

const tenant = { id: 'club', name: 'クラブ', ga: 'G-TEST123456' };
let isOn = true;
const seen: (PageView | 'stop')[] = [];
const paths = () => seen.map((one) => (one === 'stop' ? one : one.address.replace(location.origin, '')));
const settled = () => new Promise((done) => setTimeout(done));
/** As wouter tells of it. */
function goTo(path: string) {
  history.pushState(null, '', path);
  dispatchEvent(new Event('pushState'));
}
async function choose(to: boolean) {
  isOn = to;
  dispatchEvent(new Event('measures-changed'));
  await settled();
}
const added: [string, EventListener][] = [];
beforeEach(() => {
  isOn = true;
  seen.length = 0;
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(((type: string, listener: EventListener) => {
    added.push([type, listener]);
    add(type, listener);
  }) as typeof addEventListener);
  history.replaceState(null, '', '/club/');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [type, listener] of added.splice(0)) removeEventListener(type, listener);
});

async function start() {
  countPageViews({
    tenant,
    choice: { load: async () => isOn, settle: async () => undefined },
    analytics: { view: (view) => seen.push(view), stop: () => seen.push('stop') },
  });
  await settled();
}

test('TEN-12a a view for each page, loaded or not; overlays, tabs and other tenants’ pages are none', async () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/?q=secret');
  await start();
  goTo('/club/?q=ugc%2Fclub%2Fphoto');
  goTo('/club/my-photo.html?u=somebody');
  goTo('/club/my-photo.html?u=somebody&mode=my-event');
  goTo('/other/gallery.html');
  goTo('/common/search-result.html?t=club&text=secret');
  expect(paths()).toEqual(['/club/', '/club/my-photo.html', '/common/search-result.html?t=club']);
  expect(seen.map((one) => (one === 'stop' ? one : [one.title, one.referrer.replace(location.origin, '')]))).toEqual([
    ['ホーム｜クラブ', 'https://search.example/'],
    ['マイページ｜クラブ', '/club/'],
    ['検索結果｜クラブ', '/club/my-photo.html'],
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/secret|somebody|ugc/);
});

test('TEN-12c only while measuring is on: off from the start, switched on, and off at once', async () => {
  isOn = false;
  await start();
  goTo('/club/gallery.html');
  expect(paths()).toEqual(['stop']);
  await choose(true);
  await choose(false);
  goTo('/club/event-list.html');
  expect(paths()).toEqual(['stop', '/club/gallery.html', 'stop']);
});

test('TEN-12a a page the browser brings back whole is opened once more', async () => {
  await start();
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await settled();
  expect(paths()).toEqual(['/club/', '/club/']);
});
