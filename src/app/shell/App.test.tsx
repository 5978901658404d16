// @vitest-environment happy-dom
import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  avatar,
  button,
  drawApp,
  find,
  given,
  mediaUrl,
  open,
  resizeTo,
  textsOf,
  withoutPoints,
  withPoints,
  withTeams,
} from '../../../tests/support/appScreen.tsx';
import { press, signedInFan } from '../../../tests/support/render.tsx';
import { maker } from './maker.ts';

drawApp();

test('HDR-01a HDR-01b the logo of the product leads home, the tenant’s to its official site in a new tab', async () => {
  await open(withPoints, '/gallery.html');
  const header = await find('header');
  expect(header.querySelector('a')?.getAttribute('href')).toBe(`/${withPoints.id}/`);
  const official = header.querySelector(`a[href="${withPoints.url}"]`);
  expect(official?.getAttribute('target')).toBe('_blank');
  expect(official?.querySelector('img')?.getAttribute('src')).toBe(withPoints.logo);
  expect(document.querySelectorAll('h1')).toHaveLength(1);
});

test('HDR-02a HDR-06 the navigation: the tenant’s label, the ranking where there are points', async () => {
  await open(withPoints, '/gallery.html');
  const nav = await find('header nav');
  expect(textsOf(nav, 'a, button')).toEqual([
    'ホーム',
    '検索',
    '投稿一覧',
    withPoints.config.eventLabel,
    'ランキング',
    'その他',
  ]);
  expect([...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
    ['', 'gallery.html', 'event-list.html', 'ranking-list.html'].map((page) => `/${withPoints.id}/${page}`),
  );
  expect(textsOf(nav, '[aria-current="page"]')).toEqual(['投稿一覧']);
  expect(textsOf(document.querySelector('header') as HTMLElement, 'button')).toContain('投稿');
  await press(nav.querySelector('button') as HTMLElement);
  await find('header [role="dialog"]');
  expect(document.activeElement).toBe(document.querySelector('header input[type="search"][aria-expanded="true"]'));
});

test('SRC-01d a typed word stays when a tablet is turned, and is forgotten with its panel', async () => {
  given.width = 768;
  await open(withPoints, '/gallery.html');
  await press(await waitFor(() => button('body', '検索')));
  fireEvent.change(await find('dialog input[type="search"]'), { target: { value: 'ゴール' } });
  await resizeTo(1024);
  expect((await find('header input[type="search"]')).getAttribute('value')).toBe('ゴール');
  await resizeTo(768);
  expect((await find('dialog input[type="search"]')).getAttribute('value')).toBe('ゴール');
  await press(button('dialog', '閉じる'));
  await press(button('body', '検索'));
  expect((await find('dialog input[type="search"]')).getAttribute('value')).toBe('');
});

test('HDR-02b no ranking without points', async () => {
  await open(withoutPoints, '/', signedInFan);
  const nav = await find('header nav');
  expect(nav.textContent).not.toContain('ランキング');
});

test('HDR-03 nothing unread, no badge; a visitor has no notices there', async () => {
  given.unread = 0;
  await open(withoutPoints, '/', signedInFan);
  const nav = await find('header nav');
  await waitFor(() => expect(textsOf(nav, 'a')).toContain('お知らせ'));
  expect(nav.textContent).not.toContain('未読');
  await open(withoutPoints, '/');
  expect(textsOf(await find('header nav'), 'a')).toEqual(['ホーム', '投稿一覧', withoutPoints.config.eventLabel]);
});

test('HDR-05a on a desktop a visitor is offered sign-up and login, a fan is not', async () => {
  await open(withPoints, '/');
  const header = await find('header');
  expect(header.textContent).toContain('新規登録・ログイン');
  await open(withPoints, '/', signedInFan);
  expect((await find('header')).textContent).not.toContain('新規登録');
});

test('PST-01c a visitor who wants to post is asked for the login first', async () => {
  await open(withPoints, '/');
  await find('header');
  await press(button('header', '投稿'));
  const dialog = await find('dialog');
  expect(dialog.querySelector('input[autocomplete="current-password"]')).not.toBeNull();
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
});

test('HDR-03 a signed-in fan sees how many notices are unread', async () => {
  await open(withoutPoints, '/', signedInFan);
  const nav = await find('header nav');
  await waitFor(() => expect(nav.textContent).toContain('未読4件'));
});

test('HDR-03 the badge is the desktop’s: a fan’s phone has a plain bell', async () => {
  given.width = 390;
  given.isUnreadKnown = true;
  await open(withoutPoints, '/', signedInFan);
  const bell = await find('header a[href*="notice-list"]');
  expect(bell.getAttribute('aria-label')).toBe('お知らせ');
  expect(bell.querySelector('span')).toBeNull();
});

test('HDR-04a HDR-04b a fan’s own page has the avatar, a visitor has none, and 「その他」 opens the side menu', async () => {
  await open(withoutPoints, '/', signedInFan);
  const own = await find(`header nav a[href="/${withoutPoints.id}/my-photo.html"]`);
  await waitFor(() => expect(own.querySelector('img')?.getAttribute('src')).toBe(`/s3/photos/${avatar}`));
  await press(button('header', 'その他'));
  expect((await find('dialog h2')).textContent).toBe('メニュー');
  await open(withoutPoints, '/');
  await find('header button');
  await waitFor(() => expect(document.querySelector('header')?.textContent).toContain('新規登録・ログイン'));
  expect(document.querySelector('header a[href*="my-photo"]')).toBeNull();
});

test('HDR-05b a visitor’s phone opens the login; a fan’s has no such button', async () => {
  given.width = 390;
  await open(withPoints, '/');
  await find('header button');
  await press(button('header', 'ログイン'));
  expect((await find('dialog h2')).textContent).toBe('ログイン');
  await open(withPoints, '/', signedInFan);
  await find('header a[href*="notice-list"]');
  expect(textsOf(await find('header'), 'button')).not.toContain('ログイン');
});

test.each([
  [768, true],
  [769, false],
])('LAY-01a at %i px the layout is the mobile one: %s', async (px, isMobile) => {
  given.width = px;
  await open(withPoints, '/');
  await find('header button');
  expect(document.querySelector('header nav') === null).toBe(isMobile);
});

test('LAY-01a HDR-05b the mobile layout has bell, login, menu and a tab bar with the post button', async () => {
  given.width = 390;
  await open(withPoints, '/');
  const header = await find('header');
  expect(
    [...header.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent),
  ).toEqual(['検索', 'お知らせ', 'ログイン', 'メニュー']);
  const tabs = await find('nav[aria-label="メインナビゲーション"]');
  expect(textsOf(tabs, 'a, button')).toEqual([
    'ホーム',
    '投稿一覧',
    '投稿',
    withPoints.config.eventLabel,
    'ランキング',
  ]);
});

test('LAY-02a BRC-01a page shell: menu column with the emblem, breadcrumb, invitation', async () => {
  await open(withPoints, '/gallery.html');
  const rail = await find('aside img[width="106"]');
  expect(rail.getAttribute('src')).toBe(withPoints.logo);
  expect(textsOf(await find('main nav'), 'li')).toEqual(['TOP', '投稿一覧']);
  expect((await find('aside a[href*="create-account"]')).textContent).toContain('新規登録');
});

test('FTR-01 the footer: logo, maker’s link, terms, privacy policy, copyright, breadcrumb', async () => {
  await open(withPoints, '/gallery.html');
  const footer = await find('footer');
  const [logo, ...links] = [...footer.querySelectorAll('a[target="_blank"]')];
  expect([logo?.textContent, logo?.getAttribute('href')]).toEqual(['推しコレ', maker.service]);
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['利用規約', `/${withPoints.id}/terms.pdf`],
    ['プライバシーポリシー', `/${withPoints.id}/privacy.pdf`],
    ['サービスサイト', maker.service],
  ]);
  expect(footer.textContent).toContain(`© ${new Date().getFullYear()}`);
  expect(textsOf(footer, 'nav li')).toEqual(['TOP', '投稿一覧']);
});

test('JON-01b the invitation to sign up is fixed while the footer is in view', async () => {
  let tell: (isIntersecting: boolean) => void = () => undefined;
  let watched: { readonly target: Element; readonly threshold: unknown } | null = null;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #threshold: unknown;
      constructor(told: (entries: readonly object[]) => void, options?: { readonly threshold?: unknown }) {
        this.#threshold = options?.threshold;
        tell = (isIntersecting) => told([{ isIntersecting }]);
      }
      observe(target: Element) {
        if (target.tagName === 'FOOTER') watched = { target, threshold: this.#threshold };
      }
      unobserve() {}
      disconnect() {}
    },
  );
  await open(withPoints, '/gallery.html');
  const join = (await find(`aside a[href="/common/create-account.html?t=${withPoints.id}"]`)).closest('aside');
  await waitFor(() => expect(watched).not.toBeNull());
  expect(watched).toEqual({ target: document.querySelector('footer'), threshold: 0.1 });
  const isFixed = () => join?.hasAttribute('data-fixed');
  expect(isFixed()).toBe(false);
  for (const isSeen of [true, false]) {
    act(() => tell(isSeen));
    await waitFor(() => expect(isFixed()).toBe(isSeen));
  }
});

test.each([
  ['運営会社', 'about-company'],
  ['お問い合わせ', 'contact'],
  ['ログアウト', 'logout'],
])('MNU-02b 「%s」 closes the menu and opens its modal', async (label) => {
  await open(withPoints, '/gallery.html', signedInFan);
  await find('header nav');
  await press(button('header', 'その他'));
  await find('dialog nav');
  await press(button('dialog', label));
  await waitFor(() => {
    const titles = textsOf(document.body, 'dialog h2');
    expect(titles).toHaveLength(1);
    expect(titles[0]).toContain(label === '運営会社' ? '運営' : label);
  });
  expect(document.querySelector('dialog nav')).toBeNull();
});

test('MNU-02a a press on the background closes the menu; so does an entry that leads to a page', async () => {
  await open(withPoints, '/gallery.html');
  await find('header nav');
  const isGone = () => waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  await press(button('header', 'その他'));
  await press(await find('dialog'));
  await isGone();
  await press(button('header', 'その他'));
  await press(await find('dialog nav a[href$="event-list.html"]'));
  await isGone();
  expect(location.pathname).toBe(`/${withPoints.id}/event-list.html`);
});

test('ACC-09 the home page forgets the stored scroll position and event category; other pages keep them', async () => {
  const stored = () => ['scrollPosition', 'eventCategory'].map((key) => sessionStorage.getItem(key));
  sessionStorage.setItem('scrollPosition', '480');
  sessionStorage.setItem('eventCategory', 'その他');
  await open(withPoints, '/gallery.html');
  await waitFor(() => expect(document.title).toContain('投稿一覧'));
  expect(stored()).toEqual(['480', 'その他']);
  await press(await find(`header nav a[href="/${withPoints.id}/"]`));
  await waitFor(() => expect(stored()).toEqual([null, null]));
});

test('MNU-02a the menu opens from the header and closes by its control', async () => {
  await open(withPoints, '/gallery.html');
  const nav = await find('header nav');
  await press([...nav.querySelectorAll('button')].at(-1) as HTMLElement);
  await press(await find('dialog header button'));
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test('LAY-02a pages for embedding have no menu and no header', async () => {
  await open(withPoints, '/mediasite.html');
  await find('footer');
  // Their places would be there before their code.
  expect(document.querySelector('header, aside:has(img), [data-menu], [class*="header"], [class*="tabs"]')).toBeNull();
});

test('LAY-02b JON-01a a visitor is invited at the end of the page, a fan is not', async () => {
  await open(withPoints, '/gallery.html');
  const invitation = await find('aside a[href*="create-account"]');
  expect(invitation.textContent).toContain('新規登録');
  expect(invitation.getAttribute('href')).toBe(`/common/create-account.html?t=${withPoints.id}`);
  await open(withPoints, '/gallery.html', signedInFan);
  await find('footer');
  expect(document.querySelector('aside a[href*="create-account"]')).toBeNull();
});

test('BRC-01a BRC-01b the breadcrumb begins with TOP and leads to the list of this tenant', async () => {
  await open(withPoints, '/event-detail.html?e=e1');
  const steps = await find('main nav ol');
  expect(textsOf(steps, 'li')).toEqual(['TOP', withPoints.config.eventLabel, '企画詳細']);
  expect([...steps.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    `/${withPoints.id}/`,
    `/${withPoints.id}/event-list.html`,
  ]);
  expect(textsOf(steps, '[aria-current="page"]')).toEqual(['企画詳細']);
});

test('RTE-02b the gallery of a team asks for the photos of that team', async () => {
  await open(withTeams, '/gallery.html?team=t1');
  await find('main ul a[href*="q="]');
  const ofTeam = { params: { publicListId: 'all' }, query: expect.objectContaining({ team: 't1' }) };
  expect(given.asked).toContainEqual(expect.objectContaining(ofTeam));
});

test('RTE-15 a word of event_name finds events by their name', async () => {
  await open(withPoints, '/', signedInFan);
  const words = encodeURIComponent('節');
  act(() => {
    history.replaceState(null, '', `/common/search-result.html?t=${withPoints.id}&event_name=${words}`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  const names = () => textsOf(document.querySelector('main') as HTMLElement, 'article h2');
  await waitFor(() => expect(names()).toEqual(['第1節 ホーム']));
});

test('PHO-02a a press on a photo opens it and sets q to its key; without q it is closed', async () => {
  await open(withPoints, '/gallery.html');
  await press(await find('main ul a[href*="q="]'));
  expect(new URLSearchParams(location.search).get('q')).toBe(mediaUrl);
  const dialog = await find('dialog figure');
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe(`/s3/photos/${mediaUrl}`);
  await waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('最高の一日'));
  act(() => history.replaceState(null, '', `/${withPoints.id}/gallery.html`));
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test('RTE-18d an unknown page of a known tenant says so and leads home', async () => {
  await open(withPoints, '/nowhere.html');
  const home = await find(`main a[href="/${withPoints.id}/"]`);
  expect(home.textContent).not.toBe('');
  const title = await find('h1');
  expect(title.textContent).toBe('ページが見つかりません');
});
