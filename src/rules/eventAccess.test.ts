import { expect, test } from 'vitest';
import { parseWireDate } from './dates.ts';
import { canPostTo, isLimited, postableEvents, posterOf } from './eventAccess.ts';

const open = {
  event_type: 'official' as const,
  ambassadorLimited: false,
  officialLimited: false,
  personLimited: false,
  userLimited: [] as string[],
};
const fan = { userId: 'midori', userName: 'みどり', isAmbassador: false, isOfficial: false, isPerson: false };

test('PST-03b ambassador-type events are for ambassadors only', () => {
  const event = { ...open, event_type: 'ambassador' as const };
  expect(canPostTo(event, fan)).toBe(false);
  expect(canPostTo(event, { ...fan, isAmbassador: true })).toBe(true);
});

test('PST-03c a limited event is for whoever matches one of its restrictions', () => {
  const event = { ...open, officialLimited: true, userLimited: ['みどり'], user_limited_ids: ['midori', ''] };
  expect(isLimited(event)).toBe(true);
  expect(canPostTo(event, fan)).toBe(true);
  expect(canPostTo(event, { ...fan, userId: 'aoi' })).toBe(false);
  expect(canPostTo(event, { ...fan, userId: 'aoi', isOfficial: true })).toBe(true);
  expect(canPostTo(event, { ...fan, userId: 'aoi', isAmbassador: true })).toBe(false);
  expect(canPostTo({ ...open, personLimited: true }, { ...fan, isPerson: true })).toBe(true);
});

test('SAF-08 an event limited to a name is open to the account it was set for, not to the name', () => {
  const event = { ...open, userLimited: ['みどり', 'だれも'], user_limited_ids: ['midori', ''] };
  expect(canPostTo(event, { ...fan, userName: 'みどり2' })).toBe(true);
  expect(canPostTo(event, { ...fan, userId: 'thief' })).toBe(false);
  expect(canPostTo(event, { ...fan, userId: '', userName: 'だれも' })).toBe(false);
  // An answer that names nobody's account opens to nobody.
  expect(canPostTo({ ...open, userLimited: ['みどり'] }, fan)).toBe(false);
});

test('PST-03a the dropdown holds events in progress that are open to the poster', () => {
  const period = { crawl_period_start: '2026-11-21 00:00:00', crawl_period_end: '2026-11-21 23:59:59' };
  const now = parseWireDate('2026-11-21 12:00:00') ?? Number.NaN;
  const events = [
    { id: 'now', ...open, ...period },
    { id: 'limited', ...open, ...period, ambassadorLimited: true },
    { id: 'over', ...open, ...period, crawl_period_end: '2026-11-21 11:00:00' },
  ];
  expect(postableEvents(events, fan, now).map((event) => event.id)).toEqual(['now']);
});

test('ROL-04b ROL-04e a reserved name makes its owner an ambassador; a name alone proves nothing', () => {
  const known = {
    ambassadors: [{ ambassador_user_id: 'u1' }],
    officialUserIds: ['u0'],
    owners: [{ name: '山田 ７', user_id: 'u2' }],
    personNames: ['山田7', '佐藤'],
  };
  expect(posterOf({ id: 'u1', name: 'x' }, known).isAmbassador).toBe(true);
  for (const name of ['山田7', 'another'])
    expect(posterOf({ id: 'u2', name }, known)).toMatchObject({ isAmbassador: true, isPerson: true });
  expect(posterOf({ id: 'u4', name: '山田7' }, known)).toMatchObject({ isAmbassador: false, isPerson: false });
  expect(posterOf({ id: 'u3', name: '佐藤' }, known)).toMatchObject({ isAmbassador: false, isPerson: false });
  expect(posterOf({ id: 'u0', name: '' }, known)).toMatchObject({ isOfficial: true, isAmbassador: false });
});
