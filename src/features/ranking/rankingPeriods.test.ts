import { expect, test } from 'vitest';
import { fanPeriodOf, latestMonths, playerPeriodOf } from './rankingPeriods.ts';

/** Half past midnight of 1 January 2027 in Tokyo: still December elsewhere. */
const NOW = Date.UTC(2026, 11, 31, 15, 30);
const of = (text: string, now = NOW) => fanPeriodOf(new URLSearchParams(text), now);
const DAY = 86_400_000;

test('FAN-19c the address names a month, a season or a match; without one it is this month in Tokyo', () => {
  const eighth = NOW + 7 * DAY;
  expect(of('month=2026-10')).toEqual({ param: 'month', value: '2026-10' });
  expect(of('s=2026')).toEqual({ param: 's', value: '2026' });
  expect(of('e=final')).toEqual({ param: 'e', value: 'final' });
  for (const text of ['', 'month=2026-13', 'month=', 'e=', 'month=x'])
    expect(of(text, eighth), text).toEqual({ param: 'month', value: '2027-01' });
});

test('FAN-19c without a name it is the month before in a month’s first seven days', () => {
  for (const now of [NOW, NOW + 6 * DAY]) expect(of('', now)).toEqual({ param: 'month', value: '2026-12' });
  expect(of('month=2027-01')).toEqual({ param: 'month', value: '2027-01' });
});

test('FAN-19c twelve months are offered, the latest first, over the turn of the year', () => {
  const months = latestMonths(NOW);
  expect(months.slice(0, 3)).toEqual(['2027-01', '2026-12', '2026-11']);
  expect([months.length, months.at(-1)]).toEqual([12, '2026-02']);
});

test('FAN-30a the address names a season or a match for players; without one it is all time', () => {
  const ofPlayers = (text: string) => playerPeriodOf(new URLSearchParams(text));
  expect(ofPlayers('s=2026')).toEqual({ param: 's', value: '2026' });
  expect(ofPlayers('e=final')).toEqual({ param: 'e', value: 'final' });
  for (const text of ['', 's=', 'month=2026-10']) expect(ofPlayers(text), text).toBeNull();
});
