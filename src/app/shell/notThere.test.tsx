// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawApp, open, withPoints } from '../../../tests/support/appScreen.tsx';
import { event as eventTexts } from '../../messages/jaEvent.ts';
import { myPhoto } from '../../messages/jaMyPhoto.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { player as playerTexts } from '../../messages/jaRanking.ts';
import type { SessionState } from '../../session/sessionState.ts';

drawApp();

test.each([
  ['an unknown page', '/nowhere.html', pageTexts.notFoundTitle],
  ['an event', '/event-detail.html?e=nothing', eventTexts.notFound],
  ['a player nobody named', '/player-detail.html', playerTexts.none(withPoints.config.playerlabel)],
  ['a player nobody is', '/player-detail.html?p=だれも', playerTexts.unknown(withPoints.config.playerlabel, 'だれも')],
  ['a fan', '/my-photo.html?u=nobody', myPhoto.gone],
])('RTE-18h what is not there is a heading and names the tab: %s', async (_, path, words) => {
  await open(withPoints, path);
  await waitFor(() => expect([...document.querySelectorAll('main h1')].map((h1) => h1.textContent)).toEqual([words]));
  await waitFor(() => expect(document.title).toBe(`${words} | ${withPoints.name} 推しコレ`));
  // The next page has its own again.
  await act(async () => history.pushState(null, '', `/${withPoints.id}/gallery.html`));
  await waitFor(() => expect(document.title).toBe(`投稿一覧 | ${withPoints.name} 推しコレ`));
});

const ended: SessionState = { status: 'expired', user: { id: 'me', name: '私', usepermit: false } };
test.each([
  ['/common/notice-list.html', 'お知らせ'],
  ['/common/settings.html', '設定'],
  ['/download.html', '写真のダウンロード'],
  ['/common/delete-account.html', '退会'],
])('RTE-18h a page that asks for the login has its heading: %s', async (path, words) => {
  await open(withPoints, path, ended);
  await waitFor(() => expect([...document.querySelectorAll('main h1')].map((h1) => h1.textContent)).toEqual([words]));
});

test('RTE-05 the tenant’s player has a page, also without the space of the name', async () => {
  await open(withPoints, '/player-detail.html?p=山田太郎');
  await waitFor(() => expect(document.querySelector('main h1')?.textContent).toContain('山田 太郎'));
});
