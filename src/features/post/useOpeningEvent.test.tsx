// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHookWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { formatDate } from '../../rules/dates.ts';
import { createPhotoForm } from './photoForm.ts';
import { useOpeningEvent } from './useOpeningEvent.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const contest = { event_id: 'contest', event_type: 'photocon' } as FanEvent;
const match = {
  event_id: 'match',
  event_type: 'official',
  event_date: '2000-01-01',
  crawl_period_start: '2000-01-01 00:00:00',
  crawl_period_end: '2999-01-01 00:00:00',
} as FanEvent;

interface Given {
  readonly events: readonly FanEvent[];
  readonly isWhole: boolean;
  readonly isSettled?: boolean;
  readonly asked?: string;
}

/** The hook as a form asks it, and again with what has come by then. */
async function start(first: Given) {
  const hook = await renderHookWith(
    ({ asked, ...lists }: Given) => useOpeningEvent({ isSettled: lists.isWhole, ...lists }, asked, 'me'),
    first,
  );
  return {
    show: hook.rerender,
    opening: () => hook.result.current,
    chosen: () => hook.result.current.of(createPhotoForm(null))?.event_id ?? null,
  };
}

test('FAN-03a the contests come first: the form waits for the match, and opens with it', async () => {
  const { chosen, opening, show } = await start({ events: [contest], isWhole: false });
  expect(opening().isKnown).toBe(false);
  show({ events: [contest, match], isWhole: true });
  expect([opening().isKnown, chosen()]).toEqual([true, 'match']);
});

test('FAN-03a the event of the page the fan came from is not waited for longer than until it is there', async () => {
  const { chosen, opening, show } = await start({ events: [contest], isWhole: false, asked: 'match' });
  expect(opening().isKnown).toBe(false);
  show({ events: [contest, match], isWhole: false, asked: 'contest' });
  expect([opening().isKnown, chosen()]).toEqual([true, 'contest']);
});

test('FAN-03a a list that is late is waited for three seconds, and then nothing is chosen for the fan', async () => {
  const { chosen, opening } = await start({ events: [contest], isWhole: false, asked: 'match' });
  act(() => vi.advanceTimersByTime(2_999));
  expect(opening().isKnown).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect([opening().isKnown, chosen()]).toEqual([true, null]);
});

test('FAN-03a a draft keeps its event, but for the one of the page the fan came from', async () => {
  const draft = { ...createPhotoForm(null), eventId: 'before' };
  const { opening, show } = await start({ events: [contest, match], isWhole: true });
  expect(opening().of(draft)).toBeNull();
  show({ events: [contest, match], isWhole: true, asked: 'match' });
  expect(opening().of(draft)).toBe(match);
});

test('FAN-03f a list that failed is not waited for, and the only contest of the others is not chosen', async () => {
  const { chosen, opening } = await start({ events: [contest], isWhole: false, isSettled: true });
  expect([opening().isKnown, opening().isFinal, chosen()]).toEqual([true, false, null]);
});

test('FAN-03f today’s match is chosen without the list that failed: no event of it would come first', async () => {
  const today = { ...match, event_date: formatDate(Date.now()).replaceAll('/', '-') };
  const { chosen, show } = await start({ events: [contest, match], isWhole: false, isSettled: true });
  expect(chosen()).toBeNull();
  show({ events: [contest, today], isWhole: false, isSettled: true });
  expect(chosen()).toBe('match');
  show({ events: [contest, today], isWhole: false, isSettled: true, asked: 'later' });
  expect(chosen(), 'another one was asked for').toBeNull();
});
