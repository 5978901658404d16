import { expect, test } from 'vitest';
import type { FigureDay } from '../../contract/staffFigureEndpoints.ts';
import { byWeek, changeOf, everySeventh, figureOf, seriesOf } from './figureSeries.ts';

const row: FigureDay = {
  ...{ day: '2026-02-28', photos: 3, permitted: 2, likes: 5 },
  ...{ reads: 8, posters: 2, wait_s: 12, members: 1 },
};
const period = { from: '2026-02-27', until: '2026-03-01', days: [row] };

test('STF-17b a series has every day of the period; what was not recorded is a gap, not a zero', () => {
  expect(seriesOf(period, 'photos', '2026-02-28')).toEqual([0, 3, 0]);
  expect(seriesOf(period, 'reads', '2026-02-28')).toEqual([null, 8, 0]);
  expect(seriesOf(period, 'wait_s', '2026-02-28')).toEqual([null, 12, null]);
  expect(seriesOf(period, 'permitted', '2026-02-28')).toEqual([null, 67, null]);
});

test('STF-17b the share of no photos is not known, and a change from nothing is not told', () => {
  expect(figureOf({ ...row, photos: 0, permitted: 0 }, 'permitted')).toBeNull();
  expect([changeOf(6, 4), changeOf(3, 4), changeOf(4, 4)]).toEqual([50, -25, 0]);
  expect([changeOf(6, 0), changeOf(null, 4), changeOf(6, null)]).toEqual([null, null, null]);
});

test('STF-17f a long period is drawn by week: counts are added, the rest is of its known days', () => {
  const days = [1, 2, null, 4, 0, 0, 5, 10];
  expect(byWeek(days, 'photos')).toEqual([12, 10]);
  expect(byWeek(days, 'posters')).toEqual([5, 10]);
  expect(byWeek(days, 'permitted')).toEqual([2, 10]);
  expect(byWeek([null, null], 'reads')).toEqual([null]);
  expect(everySeventh(days)).toEqual([1, 10]);
});
