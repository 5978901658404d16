// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createAnalytics } from './googleAnalytics.ts';

const ID = 'G-TEST123456';
const commands = () => ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? []).map((one) => Array.from(one));
const isDisabled = () => Reflect.get(window, `ga-disable-${ID}`);
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')].map(({ src }) => src);
const view = (path: string) => ({ address: `https://x.example${path}`, title: path, referrer: '' });
const kept = () => JSON.parse(localStorage.getItem('analytics_client') ?? '{}');

beforeEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  Reflect.deleteProperty(window, 'dataLayer');
});

test('TEN-12a the script is loaded once, with the first view; each view has our address alone', () => {
  const analytics = createAnalytics({ id: ID, tenantId: 'club' });
  expect(scripts()).toEqual([]);
  for (const path of ['/club/', '/club/gallery.html']) analytics.view(view(path));
  expect(scripts()).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`]);
  const config = commands().find(([name]) => name === 'config');
  expect(config).toEqual([
    'config',
    ID,
    expect.objectContaining({
      ...{ page_location: 'https://x.example/club/', send_page_view: false, client_storage: 'none' },
      client_id: kept().club,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    }),
  ]);
  expect(commands().find(([name]) => name === 'consent')?.[2]).toMatchObject({ ad_storage: 'denied' });
  expect(commands().flatMap(([name, what, fields]) => (name === 'event' ? [[what, fields]] : []))).toEqual(
    ['/club/', '/club/gallery.html'].map((path) => [
      'page_view',
      { page_location: `https://x.example${path}`, page_title: path, page_referrer: '', send_to: ID },
    ]),
  );
  // Google's script takes nothing but the arguments of a call.
  const [first] = (window as unknown as { dataLayer: unknown[] }).dataLayer;
  expect(Object.prototype.toString.call(first)).toBe('[object Arguments]');
});

test('TEN-12c stopped, it is off at once and leaves nothing; a later view is by another device', () => {
  const analytics = createAnalytics({ id: ID, tenantId: 'club' });
  analytics.view(view('/club/'));
  const before = kept().club;
  expect([isDisabled(), before]).toEqual([false, expect.stringMatching(/^\d+\.\d+$/)]);
  document.cookie = '_ga=GA1.1.1.2; path=/';
  document.cookie = `_ga_${ID.slice(2)}=GS1.1; path=/`;
  document.cookie = 'other=stays; path=/';
  analytics.stop();
  expect([isDisabled(), localStorage.getItem('analytics_client'), document.cookie]).toEqual([
    true,
    null,
    'other=stays',
  ]);
  localStorage.setItem('analytics_client', JSON.stringify({ other: '1.2', club: 'not ours' }));
  analytics.view(view('/club/'));
  expect([isDisabled(), scripts().length, kept().other]).toEqual([false, 1, '1.2']);
  expect(kept().club).toMatch(/^\d+\.\d+$/);
});
