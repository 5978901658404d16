// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import { PeriodCalendar } from './PeriodCalendar.tsx';

const calendar = (field: 'start' | 'end', start: string) => (
  <PeriodCalendar
    field={field}
    start={start}
    end=""
    today="2026-11-21"
    onChoose={vi.fn<() => void>()}
    onClose={vi.fn<() => void>()}
  />
);
const isOpen = (day: string) => !(screen.getByRole('button', { name: new RegExp(day) }) as HTMLButtonElement).disabled;
const hasNextMonth = () => screen.getByRole('button', { name: /次/ }).getAttribute('aria-disabled') !== 'true';

test('EVT-02e a start is offered within a year, an end within the month after it', async () => {
  const page = await renderWith(calendar('start', '2027-11-20'));
  expect([isOpen('11月21日'), isOpen('11月22日'), hasNextMonth()]).toEqual([true, false, false]);
  page.rerender(calendar('end', '2027-11-20'));
  expect([isOpen('11月22日'), hasNextMonth()]).toEqual([true, true]);
  page.rerender(calendar('start', ''));
  expect([isOpen('11月21日'), isOpen('11月22日'), hasNextMonth()]).toEqual([true, true, true]);
});
