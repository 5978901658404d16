// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import { fakeServices, press, renderWith, type Screen } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { postWindow } from '../../messages/jaPost.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { PostWindow } from './PostWindow.tsx';
import { createPhotoForm } from './photoForm.ts';

let page: Screen;
let state: SessionState;

function Host() {
  const overlays = useOverlays();
  const isOpen = useOverlayStack().some(({ mode }) => mode === 'post');
  return isOpen ? <PostWindow onClose={() => overlays.close('post')} /> : null;
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
  /** false: the tenant invites nobody to make events. */
  makesEvents?: boolean;
  events: Partial<FanEvent>[];
  /** null: nobody is signed in. */
  userId: string | null;
  draft?: unknown;
  /** The calls that fail. */
  failing?: string;
}) {
  const found = tenants.find(({ features }) => features.permissionCheck === given.asksPermission) ?? expect.fail();
  const tenant = { ...found, features: { ...found.features, createEventPrompt: given.makesEvents ?? true } };
  state = given.userId === null ? ANONYMOUS : fanOf(given.userId);
  const answer = (name: string) => async () => {
    if (name === given.failing) throw new AppError('NETWORK', 'later');
    return { list: name === 'getEvents' ? given.events : [] };
  };
  const api = new Proxy({}, { get: (_, name: string) => answer(name) });
  const drafts = {
    loadDraft: async () => (given.draft ? { form: given.draft, photoNames: ['a', 'b'], savedAt: 1 } : null),
    moveDraft: async () => {},
  };
  cleanup();
  page = await renderWith(<Host />, fakeServices({ tenant, state: () => state, others: { api, drafts } }));
  act(() => page.overlays().open({ mode: 'post' }));
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
}
const choose = (label: string = postWindow.photo) => press(new RegExp(label));
const modes = () => page.stack().map(({ mode }) => mode);
const dialog = () => page.container.querySelector('dialog');

test('PST-01a it offers an event, a photo and cancel, which closes it', async () => {
  await open({ asksPermission: false, events: [event], userId: 'h' });
  const offered = [...document.querySelectorAll('dialog button')].map(({ textContent }) => textContent);
  expect(offered.filter((text) => text !== '')).toEqual([
    expect.stringContaining('写真を投稿する'),
    expect.stringContaining('企画を作成'),
    'キャンセル',
  ]);
  await choose('キャンセル');
  expect(modes()).toEqual([]);
});

test('PST-01a TEN-06a where the tenant invites nobody to make events the window offers none', async () => {
  await open({ asksPermission: false, makesEvents: false, events: [event], userId: 'h' });
  const offered = [...document.querySelectorAll('dialog button')].map(({ textContent }) => textContent);
  expect(offered.filter((text) => text !== '')).toEqual([expect.stringContaining('写真を投稿する'), 'キャンセル']);
});

test('PST-01c logged out the choice waits for the login, and goes on after it', async () => {
  for (const [label, mode] of [
    [postWindow.photo, 'post-photo'],
    [postWindow.event, 'post-event'],
  ] as const) {
    await open({ asksPermission: false, events: [event], userId: null });
    await choose(label);
    expect(dialog()?.dataset.leaving).toBeUndefined();
    state = fanOf('g');
    await act(async () => page.waiting().resume());
    await waitFor(() => expect(modes()).toEqual([mode]));
  }
});

test('PST-02a without permission for photo use the permission modal opens first, then the form', async () => {
  await open({ asksPermission: true, events: [event], userId: 'a' });
  await choose();
  expect(modes()).toEqual(['post', 'user-permission']);
  await act(async () => page.overlays().close('user-permission'));
  await waitFor(() => expect(modes()).toEqual(['post-photo']));
});

test('TEN-05d PST-01b a tenant without the permission check goes straight on, after the fade-out', async () => {
  await open({ asksPermission: false, events: [event], userId: 'b' });
  await choose();
  expect(modes()).toEqual(['post']);
  expect(dialog()?.dataset.leaving).toBeDefined();
  await waitFor(() => expect(modes()).toEqual(['post-photo']));
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
  await waitFor(() => expect(modes()).toEqual(['post-event']));
});

test('T18 a form left behind is mentioned, with its photos; somebody else’s is not', async () => {
  const form = { ...createPhotoForm('e1'), photos: [{ name: 'a' }, { name: 'b' }] };
  await open({ asksPermission: false, events: [event], userId: 'e', draft: { version: 2, userId: 'e', form } });
  await waitFor(() => expect(page.container.textContent).toContain(postWindow.draft(2)));
  await open({ asksPermission: false, events: [event], userId: 'f', draft: { version: 2, userId: 'e', form } });
  expect(page.container.textContent).toContain(postWindow.photoHint);
});

test('PST-02b a list of events that failed is not said to be empty: the form offers to ask again', async () => {
  await open({ asksPermission: false, events: [], userId: 'l', failing: 'getEvents' });
  await choose();
  await waitFor(() => expect(modes()).toEqual(['post-photo']));
});
