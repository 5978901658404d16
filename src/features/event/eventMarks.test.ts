import { expect, test } from 'vitest';
import type { FanEvent } from '../../contract/entities.ts';
import { parseWireDate } from '../../rules/dates.ts';
import {
  type EventKind,
  eventBadge,
  eventLabel,
  groupEvents,
  isOfKind,
  kindsOf,
  leadingEvent,
  matchOver,
  recommendedEvents,
} from './eventMarks.ts';

const now = parseWireDate('2026-11-21 12:00:00') ?? 0;

function eventOf(given: Partial<FanEvent>): FanEvent {
  return {
    event_id: 'e',
    event_name: '第10節',
    event_type: 'official',
    event_date: '2026-11-21',
    crawl_period_start: '2026-11-20 00:00:00',
    crawl_period_end: '2026-11-25 23:59:59',
    public_message: '',
    thumbnail: null,
    category: '',
    subCategory: '',
    post_limit: null,
    descriptive_title: '',
    descriptive_photo: null,
    descriptive_text: '',
    photo_location: [],
    premium_user_ids: [],
    season_id: null,
    user_id: null,
    user_name: null,
    count: 0,
    person_list: [],
    ambassadorLimited: false,
    officialLimited: false,
    personLimited: false,
    userLimited: [],
    postUser_list: [],
    usepermit_flag: false,
    ...given,
  };
}
const period = (id: string, start: string, end: string, given: Partial<FanEvent> = {}) =>
  eventOf({ event_id: id, crawl_period_start: `${start} 00:00:00`, crawl_period_end: `${end} 23:59:59`, ...given });

test('EVT-06b labels: official content, not yet held, see the collected photos, nothing during the period', () => {
  expect(eventLabel({ event_type: 'photocon' }, 'during')).toBe('seeOfficial');
  expect(eventLabel({ event_type: 'official' }, 'before')).toBe('notYetHeld');
  expect(eventLabel({ event_type: 'memorial' }, 'after')).toBe('seeCollected');
  expect(eventLabel({ event_type: 'official' }, 'during')).toBeNull();
});

test('EVT-06c badges: others’ projects, limited ones, official ones', () => {
  const fanMade = eventOf({ event_type: 'memorial', user_id: 'somebody' });
  expect(eventBadge(fanMade, 'me')).toBe('memorial');
  expect(eventBadge(fanMade, null)).toBe('memorial');
  expect(eventBadge(fanMade, 'somebody')).toBe('own');
  for (const limit of [
    { ambassadorLimited: true },
    { officialLimited: true },
    { personLimited: true },
    { userLimited: ['花子'] },
  ])
    expect(eventBadge(eventOf(limit), 'me')).toBe('limited');
  expect(eventBadge(eventOf({}), null)).toBe('official');
});

test('RTE-03 the list groups events by period: ending soon, starting soon, ended last', () => {
  const groups = groupEvents(
    [
      period('long', '2026-11-01', '2026-11-30'),
      period('short', '2026-11-20', '2026-11-22'),
      period('later', '2026-12-20', '2026-12-22'),
      period('soon', '2026-12-01', '2026-12-30'),
      period('old', '2026-01-01', '2026-01-02'),
      period('recent', '2026-10-01', '2026-11-20'),
    ],
    now,
  );
  const ids = (events: readonly FanEvent[]) => events.map(({ event_id }) => event_id);
  expect(Object.entries(groups).map(([state, events]) => [state, ids(events)])).toEqual([
    ['during', ['short', 'long']],
    ['before', ['soon', 'later']],
    ['after', ['recent', 'old']],
  ]);
});

test('EVT-07a recommended: only events in their period, at most as many as asked, newest first', () => {
  const events = [
    period('over', '2026-10-01', '2026-10-02'),
    period('future', '2027-10-01', '2027-10-02'),
    ...['10', '11', '12', '13', '14', '15'].map((day) => period(day, `2026-11-${day}`, '2026-11-30')),
  ];
  expect(recommendedEvents(events, now, 5).map(({ event_id }) => event_id)).toEqual(['15', '14', '13', '12', '11']);
  expect(recommendedEvents(events.slice(0, 2), now, 5)).toEqual([]);
});

test('RTE-01a home shows the match going on, else the next, else the last', () => {
  const going = period('going', '2026-11-20', '2026-11-22');
  const next = period('next', '2026-12-01', '2026-12-02');
  const last = period('last', '2026-10-01', '2026-10-02');
  expect(leadingEvent([last, next, going], now)?.event_id).toBe('going');
  expect(leadingEvent([last, next], now)?.event_id).toBe('next');
  expect(leadingEvent([last], now)?.event_id).toBe('last');
  expect(leadingEvent([], now)).toBeNull();
});

test('EVT-08a the list shows one kind at a time; one’s own events are fans’ events, too', () => {
  const of = (event_type: FanEvent['event_type'], user_id: string | null = null) =>
    ({ event_type, user_id }) as unknown as FanEvent;
  const events = [of('official'), of('others'), of('photocon'), of('memorial', 'me'), of('ambassador', 'other')];
  const typesOf = (kind: EventKind) => events.filter((one) => isOfKind(one, kind, 'me')).map((one) => one.event_type);
  expect(typesOf('official')).toEqual(['official', 'others']);
  expect(typesOf('photocon')).toEqual(['photocon']);
  expect(typesOf('memorial')).toEqual(['memorial', 'ambassador']);
  expect(typesOf('own')).toEqual(['memorial']);
  expect(kindsOf(events, null)).toEqual(['official', 'memorial', 'photocon']);
});

test('FAN-09d a match is of this or the last day from its end on, however long its photos are taken', () => {
  const match = (event_id: string, event_date: string, end: string, more: Partial<FanEvent> = {}) =>
    ({
      event_id,
      event_type: 'official',
      event_date,
      crawl_period_start: `${event_date} 00:00:00`,
      crawl_period_end: end,
      count: 3,
      ...more,
    }) as FanEvent;
  const long = match('long', '2026-11-20', '2026-11-25 23:59:59');
  const evening = match('evening', '2026-11-20', '2026-11-20 21:00:00');
  const at = (tokyo: string, ...events: readonly FanEvent[]) => {
    const found = matchOver(events, Date.parse(`${tokyo}+09:00`));
    return found && [found.event.event_id, found.daysAgo];
  };
  expect(at('2026-11-20T22:00:00', long)).toBeNull();
  expect(at('2026-11-20T20:59:00', evening)).toBeNull();
  expect(at('2026-11-20T22:00:00', long, evening)).toEqual(['evening', 0]);
  expect(at('2026-11-21T00:00:00', evening, long)).toEqual(['long', 1]);
  expect(at('2026-11-21T23:59:00', long)).toEqual(['long', 1]);
  expect(at('2026-11-22T00:00:00', long, evening)).toBeNull();
  const noMatches = [
    match('none', '2026-11-20', '2026-11-20 21:00:00', { count: 0 }),
    match('campaign', '2026-11-20', '2026-11-20 21:00:00', { event_type: 'others' }),
    match('unread', 'some day', '2026-11-20 21:00:00'),
  ];
  expect(at('2026-11-21T12:00:00', ...noMatches)).toBeNull();
});
