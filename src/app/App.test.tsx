// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import { BREAK, withoutBreaks } from '../contract/breakMark.ts';
import type { Photo } from '../contract/entities.ts';
import { NOTHING_KNOWN } from '../outbox/client.ts';
import { type Services, ServicesProvider } from '../session/services.tsx';
import type { SessionState } from '../session/session.ts';
import { App } from './App.tsx';

const mediaUrl = `ugc/club/e1/original/${'A'.repeat(20)}.jpg`;
const photo: Photo = {
  media_url: mediaUrl,
  user_id: 'u1',
  user_name: 'はるか',
  user_screen_name: 'はるか☆',
  user_avatar: null,
  comment: '最高の一日',
  htag: ['#勝利'],
  player: '',
  photo_location: null,
  team_id: null,
  event_id: 'e1',
  event_name: '第1節',
  season_id: null,
  public_list_id: 'event',
  created_at: '2026-11-20 10:00:00',
  option: null,
  usepermit: true,
  exif: null,
  face_info: [],
  comment_count: 0,
  reactionInfo: { reactions: [], total: 3, media_url: mediaUrl, own_reacted: false },
  width: 1500,
  height: 1000,
  color: '#336699',
};
const withPoints = tenants.find((tenant) => tenant.isPoint && !tenant.isTeam) as Tenant;
const withoutPoints = tenants.find((tenant) => !tenant.isPoint) as Tenant;
const fan: SessionState = { status: 'signedIn', user: { id: 'me', name: '私', usepermit: true } };

function servicesOf(tenant: Tenant, session: SessionState): Services {
  const api = {
    getPublicList: async () => ({ media_list: [photo], cursor: null, total: 1 }),
    getPhoto: async () => ({ list: [photo] }),
    getComments: async () => ({ comments: [], count: 0 }),
    getConfigInfo: async () => ({ credit_setting: [] }),
    getUnreadCount: async () => ({ Count: 4 }),
    getOwnAttributes: async () => ({ sub: 'me', Username: 'me', Name: '私' }),
    putViewHistory: async () => ({ result: 'ok' }),
  };
  const nothing = { list: [] };
  const never = { subscribe: () => () => undefined };
  return {
    config: { objects: { publicBase: '/s3/photos' } },
    tenant,
    api: new Proxy(api, { get: (known, name) => known[name as keyof typeof known] ?? (async () => nothing) }),
    session: { ...never, getState: () => session },
    freshness: { ...never, getSnapshot: () => fresh },
    outbox: { ...never, getSnapshot: () => empty },
  } as unknown as Services;
}
const fresh = { isStale: false, endpoints: new Set() };
const empty = { ...NOTHING_KNOWN, isLoaded: true };

let root: Root;
let isMobile = false;

function open(tenant: Tenant, path: string, session: SessionState = { status: 'anonymous' }): void {
  history.replaceState(null, '', `/${tenant.id}${path}`);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root.render(
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={servicesOf(tenant, session)}>
        <App />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

/** Lazy parts come in their own time. */
async function find(selector: string): Promise<HTMLElement> {
  return vi.waitFor(
    () => {
      const found = document.querySelector<HTMLElement>(selector);
      if (found === null) throw new Error(`nothing matches ${selector}`);
      return found;
    },
    { timeout: 40_000 },
  );
}
const textsOf = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);

beforeEach(() => {
  isMobile = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') && isMobile,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root') as HTMLElement);
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

test('HDR-01 HDR-02 HDR-05 HDR-06 the header of a visitor: official site, navigation by flags, current section, login', async () => {
  open(withPoints, '/gallery.html');
  const header = await find('header');
  const official = header.querySelector(`a[href="${withPoints.url}"]`);
  expect(official?.getAttribute('target')).toBe('_blank');
  const nav = await find('header nav');
  expect(textsOf(nav, 'a, button')).toEqual([
    'ホーム',
    '検索',
    '投稿一覧',
    withPoints.config.eventLabel,
    'ランキング',
    'その他',
  ]);
  expect(textsOf(nav, '[aria-current="page"]')).toEqual(['投稿一覧']);
  expect(header.textContent).toContain('新規登録・ログイン');
  expect(document.querySelectorAll('h1')).toHaveLength(1);
});

test('HDR-02 no ranking without points; HDR-03 HDR-04 a signed-in fan sees unread notices and the own page', async () => {
  open(withoutPoints, '/', fan);
  const nav = await find('header nav');
  await vi.waitFor(() => expect(nav.textContent).toContain('未読4件'), { timeout: 20_000 });
  expect(nav.textContent).not.toContain('ランキング');
  expect(nav.textContent).toContain('マイページ');
  expect(document.querySelector('header')?.textContent).not.toContain('新規登録');
});

test('LAY-01 HDR-05 the mobile layout has bell, login, menu and a tab bar with the post button', async () => {
  isMobile = true;
  open(withPoints, '/');
  const header = await find('header');
  expect(
    [...header.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent),
  ).toEqual(['お知らせ', 'ログイン', 'メニュー']);
  const tabs = await find('nav[aria-label="メインナビゲーション"]');
  expect(textsOf(tabs, 'a, button')).toEqual(['ホーム', '検索', '投稿', withPoints.config.eventLabel, 'マイページ']);
});

test('LAY-02 FTR-01 BRC-01 JON-01 page shell: menu column with the emblem, breadcrumb, footer, invitation', async () => {
  open(withPoints, '/gallery.html');
  const rail = await find('aside img[width="106"]');
  expect(rail.getAttribute('src')).toBe(withPoints.logo);
  const footer = await find('footer');
  expect(footer.querySelector('a[href$="terms.pdf"]')).not.toBeNull();
  expect(textsOf(await find('main nav'), 'li')).toEqual(['TOP', '投稿一覧']);
  expect((await find('aside a[href*="create-account"]')).textContent).toContain('新規登録');
});

test('MNU-02a the menu opens from the header and closes by its control', async () => {
  open(withPoints, '/gallery.html');
  const nav = await find('header nav');
  ([...nav.querySelectorAll('button')].at(-1) as HTMLElement).click();
  (await find('dialog header button')).click();
  await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull(), { timeout: 20_000 });
});

test('PHO-02a a press on a photo opens it and sets q to its key; without q it is closed', async () => {
  open(withPoints, '/gallery.html');
  (await find('main ul a[href*="q="]')).click();
  expect(new URLSearchParams(location.search).get('q')).toBe(mediaUrl);
  const dialog = await find('dialog figure');
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe(`/s3/photos/${mediaUrl}`);
  await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('最高の一日'));
  history.replaceState(null, '', `/${withPoints.id}/gallery.html`);
  await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull(), { timeout: 20_000 });
});

test('RTE-18d an unknown page of a known tenant says so and leads home', async () => {
  open(withPoints, '/nowhere.html');
  const home = await find(`main a[href="/${withPoints.id}/"]`);
  expect(home.textContent).not.toBe('');
  const title = await find('h1');
  expect(title.textContent).toBe('ページが見つかりません');
  expect(title.querySelectorAll('wbr')).toHaveLength(1);
});

test('the lead of the home page has places to break; no mark for them is left in any text, title or name', async () => {
  open(withPoints, '/');
  const lead = await find('main .phrases');
  expect(lead.textContent).toBe(withoutBreaks(withPoints.lead));
  expect(lead.querySelectorAll('wbr')).toHaveLength(withPoints.lead.split(BREAK).length - 1);
  expect(document.documentElement.outerHTML).not.toContain(BREAK);
});
