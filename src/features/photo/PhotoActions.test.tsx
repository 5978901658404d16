// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press } from '../../../tests/support/render.tsx';
import { drawSocialScreen, photo as known, page, show } from '../../../tests/support/socialScreen.tsx';
import type { Photo } from '../../contract/entities.ts';
import { photoDetail } from '../../messages/jaPhoto.ts';
import { PhotoActions } from './PhotoActions.tsx';

drawSocialScreen();

const photo = (name: string): Photo => ({
  ...known,
  media_url: known.media_url.replaceAll('aaaaaaaaaaaaaaaaaaaa', name.repeat(20)),
  reactionInfo: { reactions: [], total: 3, media_url: '', own_reacted: false },
});
const like = () => page.container.querySelector('[data-shortcut="like"]') ?? expect.fail('no like');

test('FAN-12c SOC-01a a like on its way is of its photo: the next one is neither liked nor busy', async () => {
  const putReaction = vi.fn((_: { body: { media_url: string } }) => new Promise(() => {}));
  const api = { putReaction, getFavorites: async () => ({ list: [] }), getFavoriteCount: async () => ({ number: 0 }) };
  const [first, second] = [photo('a'), photo('b')];
  await show(<PhotoActions photo={first} onComment={() => {}} />, api);
  await press(like());
  expect([like().getAttribute('aria-pressed'), like().getAttribute('aria-busy')]).toEqual(['true', 'true']);

  await show(<PhotoActions photo={second} onComment={() => {}} />, api);
  expect([like().getAttribute('aria-pressed'), like().getAttribute('aria-busy')]).toEqual(['false', null]);
  await press(like());
  expect(putReaction.mock.calls.map(([{ body }]) => body.media_url)).toEqual([first.media_url, second.media_url]);
});

test('FAN-15a a like is felt, taking it back is not', async () => {
  const vibrate = vi.fn();
  const deleteReaction = vi.fn(async () => ({ result: 'ok' }));
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  const api = {
    putReaction: async () => ({ result: 'ok' }),
    deleteReaction,
    getFavorites: async () => ({ list: [] }),
    getFavoriteCount: async () => ({ number: 0 }),
  };
  try {
    await show(<PhotoActions photo={photo('c')} onComment={() => {}} />, api);
    await press(like());
    expect(vibrate).toHaveBeenCalledTimes(1);
    const liked = photo('d');
    await show(
      <PhotoActions
        photo={{ ...liked, reactionInfo: { ...liked.reactionInfo, own_reacted: true } }}
        onComment={() => {}}
      />,
      api,
    );
    await press(like());
    expect(deleteReaction).toHaveBeenCalledTimes(1);
    expect(vibrate).toHaveBeenCalledTimes(1);
  } finally {
    Reflect.deleteProperty(navigator, 'vibrate');
  }
});

test('OVL-02e PHO-02d Escape closes the open share menu, and the photo stays', async () => {
  const api = { getFavorites: async () => ({ list: [] }), getFavoriteCount: async () => ({ number: 0 }) };
  await show(<PhotoActions photo={photo('a')} onComment={() => {}} />, api);
  const share = screen.getByRole('button', { name: photoDetail.share });
  await press(share);
  const link = screen.getByRole('link', { name: photoDetail.shareBy.line });
  const isLeft = await act(async () => fireEvent.keyDown(link, { key: 'Escape' }));
  // A prevented key closes no dialog.
  expect(isLeft).toBe(false);
  expect(screen.queryByRole('link', { name: photoDetail.shareBy.line })).toBeNull();
  expect(document.activeElement).toBe(share);
});

test('FAN-28a the menu begins with the device’s share sheet; one that fails gives way to links', async () => {
  const putShortUrl = vi.fn(async () => ({ degenerate_url: 's~short' }));
  const share = vi.fn(async (_: { url: string }) => {
    throw new DOMException('', 'NotAllowedError');
  });
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const api = { putShortUrl, getFavorites: async () => ({ list: [] }), getFavoriteCount: async () => ({ number: 0 }) };
  const wayNames = () => [...page.container.querySelectorAll('li')].map(({ textContent }) => textContent);
  try {
    await show(<PhotoActions photo={photo('a')} onComment={() => {}} />, api);
    await press(screen.getByRole('button', { name: photoDetail.share }));
    expect(wayNames()).toEqual([photoDetail.shareSheet, photoDetail.copyUrl, photoDetail.shareCard]);
    await press(screen.getByRole('button', { name: photoDetail.shareSheet }));
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
    expect(share.mock.calls.map(([{ url }]) => new URL(url).searchParams.get('q'))).toEqual(['s~short']);
    await press(screen.getByRole('button', { name: photoDetail.share }));
    await screen.findByRole('link', { name: photoDetail.shareBy.line });
    expect(wayNames()).toEqual([
      photoDetail.shareBy.line,
      photoDetail.shareBy.x,
      photoDetail.shareBy.facebook,
      photoDetail.copyUrl,
      photoDetail.shareCard,
    ]);
  } finally {
    Reflect.deleteProperty(navigator, 'share');
    vi.unstubAllGlobals();
  }
});
