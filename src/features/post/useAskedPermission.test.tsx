// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { type OverlayEntry, useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { createPhotoForm } from './photoForm.ts';
import { createPhotoFormStore, type PhotoFormStore } from './photoFormStore.ts';
import { useAskedPermission } from './useAskedPermission.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let stack: readonly OverlayEntry[];
let overlays: ReturnType<typeof useOverlays>;

beforeEach(() => {
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
});

const flagged = { event_id: 'asks', usepermit_flag: true, postUser_list: [] as FanEvent['postUser_list'] };
const plain = { ...flagged, event_id: 'plain', usepermit_flag: false };

function Host({ store, events }: { store: PhotoFormStore; events: readonly FanEvent[] }) {
  stack = useOverlayStack();
  overlays = useOverlays();
  useAskedPermission(store, events);
  return null;
}

async function open(given: { asks: boolean; usepermit: boolean | null; events?: Partial<FanEvent>[] }) {
  const tenant = tenants.find(({ features }) => features.permissionDialogOnFirstPost === given.asks);
  let state: SessionState = { status: 'signedIn', user: { id: 'me', name: 'fan', usepermit: given.usepermit } };
  const listeners = new Set<() => void>();
  const session = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const drafts = {
    save: async () => {},
    discard: async () => {},
    putSource: async () => {},
    putPrepared: async () => {},
  };
  const store = createPhotoFormStore({
    initial: createPhotoForm('plain', false),
    drafts: { ...drafts, read: async () => null, dropPhoto: async () => {} },
    preparer: { prepare: () => Promise.reject(new Error('nothing is prepared here')) },
  });
  const events = (given.events ?? [plain, flagged]) as FanEvent[];
  await act(async () =>
    root.render(
      <ServicesProvider services={{ tenant, session } as unknown as Services}>
        <Host {...{ store, events }} />
      </ServicesProvider>,
    ),
  );
  return {
    store,
    choose: (eventId: string) => act(async () => store.dispatch({ type: 'eventChosen', eventId, locations: [] })),
    permit: () =>
      act(async () => {
        state = { status: 'signedIn', user: { id: 'me', name: 'fan', usepermit: true } };
        for (const listener of listeners) listener();
      }),
  };
}
const modes = () => stack.map(({ mode }) => mode);

test('PST-10c an event with the flag asks on the fan’s first post, once; the answer turns the switch on', async () => {
  const { store, choose, permit } = await open({ asks: true, usepermit: false });
  expect(modes()).toEqual([]);
  await choose('asks');
  expect(modes()).toEqual(['user-permission']);
  await permit();
  expect(store.getSnapshot().form.isPermitted).toBe(true);
  await act(async () => overlays.closeAll());
  await choose('plain');
  await choose('asks');
  expect(modes()).toEqual([]);
});

test('PST-10c who has permitted already, or has photos in the event, is not asked', async () => {
  await (await open({ asks: true, usepermit: true })).choose('asks');
  expect(modes()).toEqual([]);
  const known = { ...flagged, postUser_list: [{ user_id: 'me', count: 1 }] };
  await (await open({ asks: true, usepermit: false, events: [known] })).choose('asks');
  expect(modes()).toEqual([]);
});

test('TEN-05d PST-10c a tenant without the dialog never asks', async () => {
  await (await open({ asks: false, usepermit: false })).choose('asks');
  expect(modes()).toEqual([]);
});
