// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import type { Photo } from '../../contract/entities.ts';
import { photo as texts } from '../../messages/ja.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { PhotoGrid } from './PhotoGrid.tsx';

const photo = (name: string, change: Partial<Photo> = {}): Photo =>
  ({
    media_url: `ugc/club/e1/original/${name.repeat(20)}.jpg`,
    user_id: 'other',
    user_name: '',
    user_screen_name: 'みなと',
    comment: '',
    option: null,
    reactionInfo: { reactions: [], total: 3, media_url: '', own_reacted: false },
    width: 300,
    height: 200,
    color: '#336699',
    ...change,
  }) as unknown as Photo;

let state: SessionState;
beforeEach(() => {
  state = signedInFan;
});

async function show(props: Partial<Parameters<typeof PhotoGrid>[0]>, api: object = {}) {
  cleanup();
  const queryClient = new QueryClient();
  const { photos = [photo('a')] } = props;
  queryClient.setQueryData(['club', 'getPublicList'], { pages: [{ media_list: photos, cursor: null, total: 1 }] });
  const grid = <PhotoGrid photos={photos} label="写真" {...props} />;
  const page = await renderWith(grid, fakeServices({ state: () => state, api }), queryClient);
  await act(async () => vi.dynamicImportSettled());
  return page;
}
const buttons = () => screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label'));

test('PHO-01a four sizes; only medium cards have a reaction button', async () => {
  for (const size of ['small', 'medium', 'large', 'extraLarge'] as const) {
    await show({ size });
    expect(screen.getByRole('list').dataset.size).toBe(size);
    await waitFor(() => expect([size, buttons()]).toEqual([size, size === 'medium' ? ['いいね 3件'] : []]));
  }
});

test('PHO-01b a card falls back from the thumbnail to the original to the no-image picture', async () => {
  const { container } = await show({});
  const img = container.querySelector('img') ?? expect.fail('no picture');
  const [small, large] = ['thumbnail', 'original'].map(
    (kind) => `/s3/photos/ugc/club/e1/${kind}/${'a'.repeat(20)}.jpg`,
  );
  expect(img.getAttribute('src')).toBe(small);
  for (const next of [large, '/no-image.svg', '/no-image.svg']) {
    fireEvent.error(img);
    expect(img.getAttribute('src')).toBe(next);
  }
});

test('PHO-01c an own photo has an edit icon that opens its form, and no reaction button', async () => {
  const own = photo('b', { user_id: 'me' });
  const { stack } = await show({ photos: [photo('a'), own], ownUserId: 'me', canEdit: true });
  await waitFor(() => expect(buttons()).toEqual(['いいね 3件', texts.edit]));
  await press(texts.edit);
  expect(stack()).toEqual([{ mode: 'edit-photo', mediaUrl: own.media_url }]);
});

test('PHO-08a a best shot is marked, others are not', async () => {
  await show({ photos: [photo('a'), photo('b', { option: 'best' })] });
  const marked = screen.getAllByRole('listitem').map((cell) => cell.querySelector(`[aria-label="${texts.bestShot}"]`));
  expect(marked.map((mark) => mark !== null)).toEqual([false, true]);
});

test('SOC-01a SOC-01c a like is ignored while pending, and counts after success only', async () => {
  let answer: (value: unknown) => void = () => {};
  const putReaction = vi.fn(() => new Promise((done) => (answer = done)));
  const { queryClient } = await show({}, { putReaction });
  const total = () =>
    queryClient.getQueryData<{ pages: { media_list: Photo[] }[] }>(['club', 'getPublicList'])?.pages[0]?.media_list[0]
      ?.reactionInfo.total;
  const like = await screen.findByRole('button');
  await press(like);
  await press(like);
  expect(putReaction).toHaveBeenCalledTimes(1);
  // The mark with the press (FAN-12c).
  expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('true');
  expect(total()).toBe(3);
  await act(async () => answer({ result: 'ok' }));
  expect(total()).toBe(4);
});

test('SOC-01b logged out a like waits for the login', async () => {
  state = ANONYMOUS;
  const putReaction = vi.fn(async () => ({ result: 'ok' }));
  const { waiting } = await show({}, { putReaction });
  await press(await screen.findByRole('button'));
  expect(putReaction).not.toHaveBeenCalled();
  state = signedInFan;
  await act(async () => waiting().resume());
  expect(putReaction).toHaveBeenCalledTimes(1);
});
