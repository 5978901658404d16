// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FigureTotals } from '../../contract/staffFigureEndpoints.ts';
import { figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import { PeriodTotals } from './PeriodTotals.tsx';

afterEach(cleanup);

const totals: FigureTotals = { photos: 6, permitted: 3, likes: 9, reads: 40, posters: 2, wait_s: 90, members: 1 };
const period = { from: '2026-02-01', until: '2026-06-10', totals, days: [] };
const before = { season_name: '2025', from: '2025-02-01', until: '2025-06-10', days: [] };
const wordsOf = () => document.body.textContent ?? '';

test('STF-17c figures that were not recorded are named so, with the day since which they are', () => {
  const was: FigureTotals = { ...totals, photos: 4, reads: null, wait_s: null };
  const figures = { season_id: 's26', since: '2026-06-10', period, before: { ...before, totals: was } };
  render(<PeriodTotals figures={figures} />);
  screen.getByText(texts.since('2026-06-10'));
  expect(screen.getAllByText(texts.formerUnknown)).toHaveLength(2);
  screen.getByText(texts.former('4枚', texts.change(50)));
  screen.getByText('約2分');
  cleanup();
  const unknown = { ...period, totals: { ...totals, reads: null } };
  render(<PeriodTotals figures={{ ...figures, period: unknown, before: null }} />);
  screen.getByText(texts.unknown);
});

test('STF-17b what was recorded all the time has no such words; the last days have no posters', () => {
  const since = '2025-01-01';
  render(<PeriodTotals figures={{ season_id: 's26', since, period, before: { ...before, totals } }} />);
  expect(wordsOf()).not.toContain(texts.since(since));
  expect(wordsOf()).not.toContain(texts.noPosters);
  screen.getByText('2人');
  cleanup();
  const recent = { ...period, totals: { ...totals, posters: null } };
  render(<PeriodTotals figures={{ season_id: null, since, period: recent, before: null }} />);
  screen.getByText(texts.noPosters);
  expect(screen.queryByText('投稿者')).toBeNull();
});
