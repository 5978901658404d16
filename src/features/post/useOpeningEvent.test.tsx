// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FanEvent } from '../../contract/entities.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { createPhotoForm } from './photoForm.ts';
import { type OpeningEvent, useOpeningEvent } from './useOpeningEvent.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let opening: OpeningEvent;
beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const signedOut = { status: 'anonymous' };
const services = {
  tenant: { id: 'club' },
  session: { getState: () => signedOut, subscribe: () => () => {} },
  outbox: { getSnapshot: () => ({ jobs: [] }) },
} as unknown as Services;
const contest = { event_id: 'contest', event_type: 'photocon' } as FanEvent;
const match = {
  ...{ event_id: 'match', event_type: 'official', event_date: '2000-01-01' },
  ...{ crawl_period_start: '2000-01-01 00:00:00', crawl_period_end: '2999-01-01 00:00:00' },
} as FanEvent;

interface Given {
  readonly events: readonly FanEvent[];
  readonly isWhole: boolean;
}
function Shown({ given, asked }: { readonly given: Given; readonly asked: string | undefined }) {
  opening = useOpeningEvent(given, asked, 'me');
  return null;
}
const show = (given: Given, asked?: string) =>
  act(() =>
    root.render(
      <ServicesProvider services={services}>
        <Shown {...{ given, asked }} />
      </ServicesProvider>,
    ),
  );
const chosen = () => opening.of(createPhotoForm(null, true))?.event_id ?? null;

test('FAN-03a the contests come first: the form waits for the match, and opens with it', () => {
  show({ events: [contest], isWhole: false });
  expect(opening.isKnown).toBe(false);
  show({ events: [contest, match], isWhole: true });
  expect([opening.isKnown, chosen()]).toEqual([true, 'match']);
});

test('FAN-03a the event of the page the fan came from is not waited for longer than until it is there', () => {
  show({ events: [contest], isWhole: false }, 'match');
  expect(opening.isKnown).toBe(false);
  show({ events: [contest, match], isWhole: false }, 'contest');
  expect([opening.isKnown, chosen()]).toEqual([true, 'contest']);
});

test('FAN-03a a list that is late is waited for three seconds, and then nothing is chosen for the fan', () => {
  show({ events: [contest], isWhole: false }, 'match');
  act(() => vi.advanceTimersByTime(2_999));
  expect(opening.isKnown).toBe(false);
  act(() => vi.advanceTimersByTime(1));
  expect([opening.isKnown, chosen()]).toEqual([true, null]);
});

test('FAN-03a a draft keeps its event, but for the one of the page the fan came from', () => {
  const draft = { ...createPhotoForm(null, true), eventId: 'before' };
  show({ events: [contest, match], isWhole: true });
  expect(opening.of(draft)).toBeNull();
  show({ events: [contest, match], isWhole: true }, 'match');
  expect(opening.of(draft)).toBe(match);
});
