// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { createPhotoForm } from './photoForm.ts';
import { createPhotoFormStore } from './photoFormStore.ts';
import { useAskedPermission } from './useAskedPermission.ts';

const flagged = { event_id: 'asks', usepermit_flag: true, postUser_list: [] as FanEvent['postUser_list'] };
const plain = { ...flagged, event_id: 'plain', usepermit_flag: false };

const fan = (usepermit: boolean | null): SessionState => ({
  status: 'signedIn',
  user: { id: 'me', name: 'fan', usepermit },
});

interface Given {
  readonly asks: boolean;
  readonly usepermit: boolean | null;
  readonly events?: Partial<FanEvent>[];
  readonly asked?: 'accepted' | 'closed';
}

async function open(given: Given) {
  const tenant = tenants.find(({ features }) => features.permissionDialogOnFirstPost === given.asks) ?? null;
  const session = changing(fan(given.usepermit));
  const drafts = {
    save: async () => {},
    discard: async () => {},
    putSource: async () => {},
    putPrepared: async () => {},
  };
  const store = createPhotoFormStore({
    initial: createPhotoForm('plain'),
    drafts: { ...drafts, read: async () => null, dropPhoto: async () => {} },
    preparer: { prepare: () => Promise.reject(new Error('nothing is prepared here')) },
  });
  const events = (given.events ?? [plain, flagged]) as FanEvent[];
  const services = fakeServices({ tenant, session });
  const { overlays, stack } = await renderHookWith(
    () => useAskedPermission(store, events, given.asked),
    undefined,
    services,
  );
  return {
    store,
    modes: () => stack().map(({ mode }) => mode),
    closeAll: () => act(async () => overlays().closeAll()),
    choose: (eventId: string) => act(async () => store.dispatch({ type: 'eventChosen', eventId, locations: [] })),
    accept: async () => {
      const asked = stack().find((entry) => entry.mode === 'user-permission');
      await act(async () => asked?.mode === 'user-permission' && asked.onAccept?.());
    },
  };
}

test('PST-10c an event with the flag asks on the fan’s first post, once; the answer turns the switch on', async () => {
  const { store, modes, closeAll, choose, accept } = await open({ asks: true, usepermit: false });
  expect(modes()).toEqual([]);
  await choose('asks');
  expect(modes()).toEqual(['user-permission']);
  await accept();
  expect(store.getSnapshot().form.permission).toMatchObject({ isPermitted: true });
  await closeAll();
  await choose('plain');
  await choose('asks');
  expect(modes()).toEqual([]);
});

test('PST-10c who has permitted already, or has photos in the event, is not asked', async () => {
  const permitted = await open({ asks: true, usepermit: true });
  await permitted.choose('asks');
  expect(permitted.modes()).toEqual([]);
  const known = { ...flagged, postUser_list: [{ user_id: 'me', count: 1 }] };
  const again = await open({ asks: true, usepermit: false, events: [known] });
  await again.choose('asks');
  expect(again.modes()).toEqual([]);
});

test('TEN-05d PST-10c a tenant without the dialog never asks', async () => {
  const { choose, modes } = await open({ asks: false, usepermit: false });
  await choose('asks');
  expect(modes()).toEqual([]);
});

test('ROL-06d an opening whose window has asked is not asked again, nor is a fan who pressed the switch', async () => {
  const asked = await open({ asks: true, usepermit: false, asked: 'closed' });
  await asked.choose('asks');
  expect(asked.modes()).toEqual([]);
  const pressed = await open({ asks: true, usepermit: false });
  await act(async () => pressed.store.dispatch({ type: 'permissionSet', isPermitted: false, at: 1 }));
  await pressed.choose('asks');
  expect(pressed.modes()).toEqual([]);
});
