// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FanEvent } from '../../contract/entities.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import type { PostableEvents } from './queries.ts';
import { useOpenedPhotoForm } from './useOpenedPhotoForm.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let state: SessionState;
let shown: ReturnType<typeof useOpenedPhotoForm>;
const listeners = new Set<() => void>();
beforeEach(() => {
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  listeners.clear();
});

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const change = (next: SessionState) =>
  act(async () => {
    state = next;
    for (const listener of listeners) listener();
  });
const lists: PostableEvents = {
  ...{ status: 'ready', events: [{ event_id: 'e1', photo_location: [] } as unknown as FanEvent], isWhole: true },
  ...{ asOf: () => 0, poster: {} as PostableEvents['poster'], retry: () => {} },
};
function Shown() {
  shown = useOpenedPhotoForm(lists, { eventId: 'e1', player: undefined });
  return null;
}
const wordsOf = () => shown.opened?.store.getSnapshot().form.common.message ?? 'no form';

test('QUE-05d a form is not the next fan’s: its photos and words go with whoever wrote them', async () => {
  const drafts = { loadDraft: async () => null, moveDraft: async () => {}, saveDraft: async () => {} };
  const session = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const services = {
    ...{ tenant: { id: 'club' }, session, drafts, preparer: {} },
    outbox: { getSnapshot: () => ({ jobs: [] }) },
  } as unknown as Services;
  state = fan('aki');
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <Shown />
      </ServicesProvider>,
    ),
  );
  await vi.waitFor(() => expect(wordsOf()).toBe(''));
  const own = shown.opened?.store;
  act(() => own?.dispatch({ type: 'messageTyped', photo: null, text: 'アキの言葉' }));
  expect(wordsOf()).toBe('アキの言葉');
  await change({ status: 'anonymous' });
  expect(shown.opened?.store, 'a login that ended is no reason').toBe(own);
  await change(fan('aki'));
  expect(shown.opened?.store).toBe(own);
  await change(fan('ben'));
  await vi.waitFor(() => expect(wordsOf()).toBe(''));
  expect(shown.opened?.store).not.toBe(own);
});
