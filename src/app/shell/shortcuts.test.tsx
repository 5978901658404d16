// @vitest-environment happy-dom
/** What fans use, in the left column of wide screens and in the menu of phones. */
import { expect, test, vi } from 'vitest';
import {
  button,
  drawApp,
  fan,
  find,
  given,
  open,
  openAnew,
  textsOf,
  withoutPoints,
} from '../../../tests/support/appScreen.tsx';
import { createPaths } from '../../navigation/paths.ts';
import { menuEntries } from './menuEntries.ts';

drawApp();

test('FAN-10a LAY-02a the left column: the match, players, collection, outbox; the side menu at its foot', async () => {
  open(withoutPoints, '/gallery.html', fan);
  const rail = await find('aside:has(img[width="106"])');
  await find('aside nav');
  const match = await find('aside section a');
  expect([match.textContent, match.getAttribute('href')]).toEqual([
    '第1節 ホーム',
    `/${withoutPoints.id}/event-detail.html?e=e1`,
  ]);
  expect(textsOf(await find('aside nav'), 'a, button')).toEqual(['選手をさがす', 'コレクション', '送信待ちなし']);
  const menu = [...rail.querySelectorAll('ul')].at(-1) as HTMLElement;
  expect([...menu.querySelectorAll('a, button')].map((one) => one.firstChild?.textContent)).toEqual(
    menuEntries({
      tenant: withoutPoints,
      paths: createPaths(withoutPoints.id, false),
      isSignedIn: true,
      isMobile: false,
    }).map(({ label }) => label),
  );
  openAnew(withoutPoints, '/event-detail.html?e=e1');
  // The page shows this match itself; a visitor has nothing that waits.
  await vi.waitFor(() => expect(textsOf(document.body, 'aside nav button')).toEqual(['選手をさがす', 'コレクション']));
  await vi.waitFor(() => expect(document.querySelector('aside section, aside [class*="coming"]')).toBeNull());
});

test('FAN-10e a phone’s menu begins with collection, outbox and settings; a visitor logs in first', async () => {
  given.width = 390;
  open(withoutPoints, '/gallery.html', fan);
  await find('header button');
  button('header', 'メニュー').click();
  const tiles = await find('dialog nav ul');
  expect([...tiles.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['コレクション', `/${withoutPoints.id}/my-photo.html?mode=collection`],
    ['送信待ち', `/${withoutPoints.id}/outbox.html`],
    ['設定', `/common/settings.html?t=${withoutPoints.id}`],
  ]);
  openAnew(withoutPoints, '/gallery.html');
  await find('header button');
  button('header', 'メニュー').click();
  await find('dialog nav ul');
  button('dialog', 'コレクション').click();
  await vi.waitFor(() => expect(textsOf(document.body, 'dialog h2')).toEqual(['ログイン']), { timeout: 20_000 });
});
