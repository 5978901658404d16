// @vitest-environment happy-dom
/** What fans use, in the left column of wide screens and in the menu of phones. */
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, drawApp, find, given, open, textsOf, withoutPoints } from '../../../tests/support/appScreen.tsx';
import { press, signedInFan } from '../../../tests/support/render.tsx';
import { createPaths } from '../../navigation/paths.ts';
import { menuEntries } from './menuEntries.ts';

drawApp();

test('FAN-10a LAY-02a the left column: the match, players, collection, outbox; the side menu at its foot', async () => {
  await open(withoutPoints, '/gallery.html', signedInFan);
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
      waitingCases: null,
    }).map(({ label }) => label),
  );
  await open(withoutPoints, '/event-detail.html?e=e1');
  // The page shows this match itself; a visitor has nothing that waits.
  await waitFor(() => expect(textsOf(document.body, 'aside nav button')).toEqual(['選手をさがす', 'コレクション']));
  await waitFor(() => expect(document.querySelector('aside section, aside [class*="coming"]')).toBeNull());
});

test('FAN-10e a phone’s menu begins with collection, outbox and settings; a visitor logs in first', async () => {
  given.width = 390;
  await open(withoutPoints, '/gallery.html', signedInFan);
  await find('header button');
  await press(button('header', 'メニュー'));
  const tiles = await find('dialog nav ul');
  expect([...tiles.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['コレクション', `/${withoutPoints.id}/my-photo.html?mode=collection`],
    ['送信待ち', `/${withoutPoints.id}/outbox.html`],
    ['設定', `/common/settings.html?t=${withoutPoints.id}`],
  ]);
  await open(withoutPoints, '/gallery.html');
  await find('header button');
  await press(button('header', 'メニュー'));
  await find('dialog nav ul');
  await press(button('dialog', 'コレクション'));
  await waitFor(() =>
    expect(textsOf(document.body, 'dialog h2')).toEqual(['このページを開くには ログインまたは新規登録']),
  );
});
