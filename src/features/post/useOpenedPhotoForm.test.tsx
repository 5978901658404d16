// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import type { PostableEvents } from './queries.ts';
import { useOpenedPhotoForm } from './useOpenedPhotoForm.ts';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const lists: PostableEvents = {
  ...{ status: 'ready', events: [{ event_id: 'e1', photo_location: [] } as unknown as FanEvent], isWhole: true },
  failed: [],
  ...{ asOf: () => 0, poster: {} as PostableEvents['poster'], retry: () => {} },
};

test('QUE-05d a form is not the next fan’s: its photos and words go with whoever wrote them', async () => {
  const drafts = { loadDraft: async () => null, moveDraft: async () => {}, saveDraft: async () => {} };
  const session = changing(fan('aki'));
  const services = fakeServices({ session, others: { drafts } });
  const { result } = await renderHookWith(
    () => useOpenedPhotoForm(lists, { eventId: 'e1', player: undefined, asked: undefined }),
    undefined,
    services,
  );
  const store = () => result.current.opened?.store;
  const words = () => store()?.getSnapshot().form.common.message ?? 'no form';
  await waitFor(() => expect(words()).toBe(''));
  const own = store();
  act(() => own?.dispatch({ type: 'messageTyped', photo: null, text: 'アキの言葉' }));
  expect(words()).toBe('アキの言葉');
  await session.change(ANONYMOUS);
  expect(store(), 'a login that ended is no reason').toBe(own);
  await session.change(fan('aki'));
  expect(store()).toBe(own);
  await session.change(fan('ben'));
  await waitFor(() => expect(words()).toBe(''));
  expect(store()).not.toBe(own);
});
