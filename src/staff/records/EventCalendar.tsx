import { type ReactNode, useState } from 'react';
import type { StoredRecord } from '../../contract/staffContentEndpoints.ts';
import { eventCalendar as texts } from '../../messages/jaStaffContent.ts';
import { dayOf } from '../../rules/eventDates.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from '../Staff.module.css';
import { monthAfter, weeksOf } from './calendarMonth.ts';

interface EventCalendarProps {
  readonly list: readonly StoredRecord[];
  readonly rows: (shown: readonly StoredRecord[]) => ReactNode;
}

/** A month of events by their days, Monday first; below it the events of the chosen day (STF-12g). */
export function EventCalendar({ list, rows }: EventCalendarProps) {
  const today = dayOf(Date.now());
  const [month, setMonth] = useState(today.slice(0, 7));
  const [chosen, setChosen] = useState(today);
  const on = (day: string) => list.filter(({ values }) => values.event_date === day);
  const [year = 0, number = 0] = month.split('-').map(Number);
  const ofDay = on(chosen);
  return (
    <div className={styles.section}>
      <div className={styles.month}>
        <Button onClick={() => setMonth(monthAfter(month, -1))}>{texts.before}</Button>
        <h2 aria-live="polite">{texts.month(year, number)}</h2>
        <Button onClick={() => setMonth(monthAfter(month, 1))}>{texts.after}</Button>
      </div>
      <div className={styles.calendar}>
        {texts.weekdays.map((name) => (
          <span key={name} className={styles.weekday} aria-hidden="true">
            {name}
          </span>
        ))}
        {weeksOf(month).map((day, index) =>
          day === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has nothing but its place
            <span key={index} />
          ) : (
            <button
              key={day}
              type="button"
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              aria-label={texts.day(number, Number(day.slice(8)), on(day).length)}
              data-has={on(day).length > 0 || undefined}
              onClick={() => setChosen(day)}
            >
              {Number(day.slice(8))}
            </button>
          ),
        )}
      </div>
      {ofDay.length === 0 ? <EmptyState title={texts.none} /> : rows(ofDay)}
    </div>
  );
}
