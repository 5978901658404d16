// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { postWindow } from '../../messages/jaPost.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { type OverlayEntry, useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { PostWindow } from './PostWindow.tsx';
import { createPhotoForm } from './photoForm.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
let stack: readonly OverlayEntry[];
let overlays: ReturnType<typeof useOverlays>;
let login: ReturnType<typeof useWaitingActionControl>;
let state: SessionState;

beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
});

function Host() {
  stack = useOverlayStack();
  overlays = useOverlays();
  login = useWaitingActionControl();
  return stack.some(({ mode }) => mode === 'post') ? <PostWindow onClose={() => overlays.close('post')} /> : null;
}

const event: Partial<FanEvent> = {
  event_id: 'e1',
  event_type: 'official',
  crawl_period_start: '2000-01-01 00:00:00',
  crawl_period_end: '2999-01-01 00:00:00',
  ambassadorLimited: false,
  officialLimited: false,
  personLimited: false,
  userLimited: [],
};

const fanOf = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: 'fan', usepermit: false } });

async function open(given: {
  asksPermission: boolean;
  events: Partial<FanEvent>[];
  /** null: nobody is signed in. */
  userId: string | null;
  draft?: unknown;
  /** The calls that fail. */
  failing?: string;
}) {
  const tenant = tenants.find(({ features }) => features.permissionCheck === given.asksPermission);
  state = given.userId === null ? { status: 'anonymous' } : fanOf(given.userId);
  const answer = async (name: string | symbol) => {
    if (name === given.failing) throw new AppError('NETWORK', 'later');
    return { list: name === 'getEvents' ? given.events : [] };
  };
  const api = new Proxy({}, { get: (_, name) => () => answer(name) });
  const session = { getState: () => state, subscribe: () => () => {} };
  const drafts = {
    loadDraft: async () => (given.draft ? { form: given.draft, photoNames: ['a', 'b'], savedAt: 1 } : null),
    moveDraft: async () => {},
  };
  const services = { tenant, session, api, drafts } as unknown as Services;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <Host />
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  await act(async () => overlays.open({ mode: 'post' }));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  // React Query tells its observers in a task of its own.
  await act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
}
const choose = (label: string = postWindow.photo) =>
  act(async () => {
    [...host.querySelectorAll('button')].find((one) => one.textContent?.includes(label))?.click();
  });
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { timeout: 20_000 },
  );
const modes = () => stack.map(({ mode }) => mode);

test('PST-01a it offers an event, a photo and cancel, which closes it', async () => {
  await open({ asksPermission: false, events: [event], userId: 'h' });
  const offered = [...host.querySelectorAll('dialog button')].map(({ textContent }) => textContent);
  expect(offered.filter((text) => text !== '')).toEqual([
    expect.stringContaining('写真を投稿する'),
    expect.stringContaining('企画を作成'),
    'キャンセル',
  ]);
  await choose('キャンセル');
  expect(modes()).toEqual([]);
});

test('PST-01c logged out the choice waits for the login, and goes on after it', async () => {
  for (const [label, mode] of [
    [postWindow.photo, 'post-photo'],
    [postWindow.event, 'post-event'],
  ] as const) {
    await open({ asksPermission: false, events: [event], userId: null });
    await choose(label);
    expect(host.querySelector('dialog')?.dataset.leaving).toBeUndefined();
    state = fanOf('g');
    await act(async () => login.resume());
    await until(() => expect(modes()).toEqual([mode]));
    await act(async () => overlays.closeAll());
  }
});

test('PST-02a without permission for photo use the permission modal opens first, then the form', async () => {
  await open({ asksPermission: true, events: [event], userId: 'a' });
  await choose();
  expect(modes()).toEqual(['post', 'user-permission']);
  await act(async () => overlays.close('user-permission'));
  await until(() => expect(modes()).toEqual(['post-photo']));
});

test('TEN-05d PST-01b a tenant without the permission check goes straight on, after the fade-out', async () => {
  await open({ asksPermission: false, events: [event], userId: 'b' });
  await choose();
  expect(modes()).toEqual(['post']);
  expect(host.querySelector('dialog')?.dataset.leaving).toBeDefined();
  await until(() => expect(modes()).toEqual(['post-photo']));
});

test('PST-02b with no event to post to the no-event modal opens', async () => {
  await open({ asksPermission: false, events: [{ ...event, crawl_period_end: '2001-01-01 00:00:00' }], userId: 'c' });
  await choose();
  expect(modes()).toEqual(['no-event']);
});

test('PST-01b an event is made whatever there is to post to, after the fade-out', async () => {
  await open({ asksPermission: true, events: [], userId: 'd' });
  await choose(postWindow.event);
  expect(modes()).toEqual(['post']);
  await until(() => expect(modes()).toEqual(['post-event']));
});

test('T18 a form left behind is mentioned, with its photos; somebody else’s is not', async () => {
  const form = { ...createPhotoForm('e1', true), photos: [{ name: 'a' }, { name: 'b' }] };
  await open({ asksPermission: false, events: [event], userId: 'e', draft: { version: 2, userId: 'e', form } });
  await until(() => expect(host.textContent).toContain(postWindow.draft(2)));
  await act(async () => overlays.closeAll());
  await open({ asksPermission: false, events: [event], userId: 'f', draft: { version: 2, userId: 'e', form } });
  expect(host.textContent).toContain(postWindow.photoHint);
});

test('PST-02b a list of events that failed is not said to be empty: the form offers to ask again', async () => {
  await open({ asksPermission: false, events: [], userId: 'l', failing: 'getEvents' });
  await choose();
  await until(() => expect(modes()).toEqual(['post-photo']));
});
