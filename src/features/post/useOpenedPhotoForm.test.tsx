// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { holdCalls } from '../../../tests/support/holdCalls.ts';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { formatDate } from '../../rules/dates.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import type { PostableEvents } from './queries.ts';
import { useOpenedPhotoForm } from './useOpenedPhotoForm.ts';

const fan = (id: string): SessionState => ({ status: 'signedIn', user: { id, name: id, usepermit: true } });
const lists: PostableEvents = {
  status: 'ready',
  events: [{ event_id: 'e1', photo_location: [] } as unknown as FanEvent],
  isSettled: true,
  isWhole: true,
  failed: [],
  asOf: () => 0,
  poster: {} as PostableEvents['poster'],
  retry: () => {},
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
  act(() => own?.dispatch({ type: 'textTyped', photo: null, field: 'message', text: 'アキの言葉' }));
  expect(words()).toBe('アキの言葉');
  await session.change(ANONYMOUS);
  expect(store(), 'a login that ended is no reason').toBe(own);
  await session.change(fan('aki'));
  expect(store()).toBe(own);
  await session.change(fan('ben'));
  await waitFor(() => expect(words()).toBe(''));
  expect(store()).not.toBe(own);
});

/** A form of the fan aki on a device whose drafts are kept in a map; `write` types into whichever form is open. */
async function openOfAki() {
  const kept = new Map<string, unknown>();
  const drafts = {
    saveDraft: async (key: string, form: unknown) => void kept.set(key, structuredClone(form)),
    loadDraft: async (key: string) => (kept.has(key) ? { form: kept.get(key), photoNames: [], savedAt: 0 } : null),
    moveDraft: async (from: string, to: string) => {
      if (!kept.has(from) || kept.has(to)) return;
      kept.set(to, kept.get(from));
      kept.delete(from);
    },
  };
  const session = changing(fan('aki'));
  const { result } = await renderHookWith(
    () => useOpenedPhotoForm(lists, { eventId: 'e1', player: undefined, asked: undefined }),
    undefined,
    fakeServices({ session, others: { drafts } }),
  );
  const words = () => result.current.opened?.store.getSnapshot().form.common.message ?? 'no form';
  const shows = (text: string) => waitFor(() => expect(words()).toBe(text));
  const write = (text: string) =>
    act(async () => result.current.opened?.store.dispatch({ type: 'textTyped', photo: null, field: 'message', text }));
  await shows('');
  return { drafts, session, words, shows, write };
}

test('QUE-05d a draft that is still read when the fan changes is not shown to the next one', async () => {
  const { drafts, session, shows, write } = await openOfAki();
  await write('アキの言葉');
  await session.change(fan('ben'));
  await shows('');
  const reads = holdCalls(drafts, 'loadDraft');
  await session.change(fan('aki'));
  await waitFor(() => expect(reads.held).toHaveLength(1));
  reads.letGo();
  await session.change(fan('ben'));
  await act(async () => reads.held[0]?.());
  await shows('');
});

test('QUE-05d the last words of a form are kept before that of the next fan is read', async () => {
  const { drafts, session, words, shows, write } = await openOfAki();
  const writes = holdCalls(drafts, 'saveDraft');
  await write('アキの');
  await write('アキの言葉');
  const loadDraft = vi.spyOn(drafts, 'loadDraft');
  await session.change(fan('ben'));
  expect([words(), loadDraft.mock.calls]).toEqual(['no form', []]);
  writes.letGo();
  await act(async () => writes.held[0]?.());
  await shows('');
  await session.change(fan('aki'));
  await shows('アキの言葉');
});

afterEach(() => void vi.useRealTimers());

const onItsWay: PostableEvents = { ...lists, isSettled: false, isWhole: false };
const other = { event_id: 'e2', event_type: 'photocon', photo_location: [] } as unknown as FanEvent;
const match = {
  event_id: 'match',
  event_type: 'official',
  event_date: '2000-01-01',
  photo_location: [],
  crawl_period_start: '2000-01-01 00:00:00',
  crawl_period_end: '2999-01-01 00:00:00',
} as unknown as FanEvent;

/** A form that opens while the list with the match is late; `come` delivers the lists. */
async function openWithLateLists(eventId?: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const drafts = { loadDraft: async () => null, moveDraft: async () => {}, saveDraft: async () => {} };
  const services = fakeServices({ session: changing(fan('aki')), others: { drafts } });
  const { result, rerender } = await renderHookWith(
    (now) => useOpenedPhotoForm(now, { eventId, player: undefined, asked: undefined }),
    { ...onItsWay, events: [other] } satisfies PostableEvents as PostableEvents,
    services,
  );
  await act(async () => vi.advanceTimersByTime(3_000));
  const store = () => result.current.opened?.store;
  return {
    eventId: () => store()?.getSnapshot().form.eventId,
    choose: (id: string | null) =>
      act(async () => store()?.dispatch({ type: 'eventChosen', eventId: id, locations: [] })),
    come: (now: PostableEvents) => act(async () => rerender(now)),
  };
}

test('FAN-03f FAN-13a a form that opened before the lists were there gets its match once they have come', async () => {
  const { eventId, come } = await openWithLateLists();
  expect(eventId()).toBeNull();
  await come({ ...lists, isWhole: false, events: [other, match] });
  expect(eventId(), 'a list has failed').toBeNull();
  await come({ ...lists, events: [other, match] });
  expect(eventId()).toBe('match');
});

test('FAN-03f FAN-13a today’s match is chosen when its list comes, though another list never does', async () => {
  const { eventId, come } = await openWithLateLists();
  const today = { ...match, event_date: formatDate(Date.now()).replaceAll('/', '-') };
  await come({ ...onItsWay, events: [other, today] });
  expect(eventId()).toBe('match');
});

test('FAN-03f FAN-13b the event of the page the fan came from is chosen when it comes, however late', async () => {
  const { eventId, come } = await openWithLateLists('e1');
  expect(eventId()).toBeNull();
  await come({ ...onItsWay, events: [other, match, ...lists.events] });
  expect(eventId()).toBe('e1');
});

test.each([
  ['another event', 'e2', 'e2'],
  ['an event and then none', null, null],
])('FAN-03f lists that come late do not change what the fan has chosen: %s', async (_, last, kept) => {
  const { eventId, choose, come } = await openWithLateLists();
  await choose('e2');
  await choose(last);
  await come({ ...lists, events: [other, match] });
  expect(eventId()).toBe(kept);
});
