// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { photo as texts } from '../../messages/ja.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { PhotoGrid } from './PhotoGrid.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
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

let root: Root;
let host: HTMLElement;
let state: SessionState;
let stack: ReturnType<typeof useOverlayStack>;
let overlays: ReturnType<typeof useOverlays>;
let control: ReturnType<typeof useWaitingActionControl>;
const signedIn: SessionState = { status: 'signedIn', user: { id: 'me', name: '私' } as never };

function Watch() {
  stack = useOverlayStack();
  overlays = useOverlays();
  control = useWaitingActionControl();
  return null;
}
beforeEach(() => {
  state = signedIn;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
});

async function show(props: Partial<Parameters<typeof PhotoGrid>[0]>, api: Record<string, unknown> = {}) {
  const services = {
    api,
    session: { getState: () => state, subscribe: () => () => {} },
    config: { objects: { publicBase: '/s3/photos' } },
  } as unknown as Services;
  const queryClient = new QueryClient();
  const { photos = [photo('a')] } = props;
  queryClient.setQueryData(['club', 'getPublicList'], { pages: [{ media_list: photos, cursor: null, total: 1 }] });
  await act(async () => {
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <Watch />
          <PhotoGrid key={props.size} photos={photos} label="写真" {...props} />
        </ServicesProvider>
      </QueryClientProvider>,
    );
    await vi.dynamicImportSettled();
  });
  await act(async () => vi.dynamicImportSettled());
  return queryClient;
}
const buttons = () => [...host.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'));

test('PHO-01a four sizes; only medium cards have a reaction button', async () => {
  for (const size of ['small', 'medium', 'large', 'extraLarge'] as const) {
    await show({ size });
    expect(host.querySelector('ul')?.dataset.size).toBe(size);
    expect([size, buttons()]).toEqual([size, size === 'medium' ? ['いいね 3件'] : []]);
  }
});

test('PHO-01b a card falls back from the thumbnail to the original to the no-image picture', async () => {
  await show({});
  const img = host.querySelector('img');
  const [small, large] = ['thumbnail', 'original'].map(
    (kind) => `/s3/photos/ugc/club/e1/${kind}/${'a'.repeat(20)}.jpg`,
  );
  expect(img?.getAttribute('src')).toBe(small);
  for (const next of [large, '/no-image.svg', '/no-image.svg']) {
    act(() => void img?.dispatchEvent(new Event('error')));
    expect(img?.getAttribute('src')).toBe(next);
  }
});

test('PHO-01c an own photo has an edit icon that opens its form, and no reaction button', async () => {
  const own = photo('b', { user_id: 'me' });
  await show({ photos: [photo('a'), own], ownUserId: 'me', canEdit: true });
  expect(buttons()).toEqual(['いいね 3件', texts.edit]);
  await act(async () => host.querySelector<HTMLElement>(`button[aria-label="${texts.edit}"]`)?.click());
  expect(stack).toEqual([{ mode: 'edit-photo', mediaUrl: own.media_url }]);
});

test('PHO-08a a best shot is marked, others are not', async () => {
  await show({ photos: [photo('a'), photo('b', { option: 'best' })] });
  const marked = [...host.querySelectorAll('li')].map((cell) => cell.querySelector(`[aria-label="${texts.bestShot}"]`));
  expect(marked.map((mark) => mark !== null)).toEqual([false, true]);
});

test('SOC-01a SOC-01c a like is ignored while pending, and counts after success only', async () => {
  let answer: (value: unknown) => void = () => {};
  const putReaction = vi.fn(() => new Promise((done) => (answer = done)));
  const client = await show({}, { putReaction });
  const total = () =>
    client.getQueryData<{ pages: { media_list: Photo[] }[] }>(['club', 'getPublicList'])?.pages[0]?.media_list[0]
      ?.reactionInfo.total;
  const press = () => act(async () => host.querySelector('button')?.click());
  await press();
  await press();
  expect(putReaction).toHaveBeenCalledTimes(1);
  // The mark with the press (FAN-12c).
  expect(host.querySelector('button')?.getAttribute('aria-pressed')).toBe('true');
  expect(total()).toBe(3);
  await act(async () => answer({ result: 'ok' }));
  expect(total()).toBe(4);
});

test('SOC-01b logged out a like waits for the login', async () => {
  state = { status: 'anonymous' };
  const putReaction = vi.fn(async () => ({ result: 'ok' }));
  await show({}, { putReaction });
  await act(async () => host.querySelector('button')?.click());
  expect(putReaction).not.toHaveBeenCalled();
  state = signedIn;
  await act(async () => control.resume());
  expect(putReaction).toHaveBeenCalledTimes(1);
});
