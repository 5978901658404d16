import type { KeyboardEvent } from 'react';
import { DayPicker } from 'react-day-picker';
import { ja } from 'react-day-picker/locale/ja';
import { makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { oneMonthAfter, oneYearAfter } from '../../rules/eventDates.ts';
import { dateOfDay, dayOfDate } from './calendarDays.ts';
import type { DayField } from './eventForm.ts';
import styles from './PeriodFields.module.css';

interface PeriodCalendarProps {
  /** The day that is being chosen. */
  readonly field: DayField;
  readonly start: string;
  readonly end: string;
  /** Today in Tokyo. */
  readonly today: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
}

const MONDAY = 1;

/** The days a start or an end can be (§9: Monday first, Japanese). Escape leaves it. */
export function PeriodCalendar({ field, start, end, today, onChoose, onClose }: PeriodCalendarProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Leaves the calendar, not the form.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const shown = field === 'start' ? start : end;
  const first = field === 'end' && start !== '' ? start : today;
  const lastStart = oneYearAfter(today);
  const last = field === 'start' ? lastStart : oneMonthAfter(start === '' ? lastStart : start);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset names fields; this names the days below it
    <div className={styles.calendar} role="group" aria-label={texts.calendarOf(texts[field])} onKeyDown={handleKey}>
      <DayPicker
        key={field}
        mode="single"
        required
        autoFocus
        locale={ja}
        weekStartsOn={MONDAY}
        today={dateOfDay(today)}
        defaultMonth={dateOfDay(shown || first)}
        startMonth={dateOfDay(first)}
        endMonth={dateOfDay(last)}
        selected={shown === '' ? undefined : dateOfDay(shown)}
        onSelect={(date) => onChoose(dayOfDate(date))}
        disabled={[{ before: dateOfDay(first) }, { after: dateOfDay(last) }]}
        modifiers={start !== '' && end !== '' ? { inPeriod: { from: dateOfDay(start), to: dateOfDay(end) } } : {}}
        modifiersClassNames={{ inPeriod: styles.inPeriod ?? '' }}
        classNames={calendarClasses}
      />
    </div>
  );
}

const calendarClasses = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  month: styles.month ?? '',
  month_caption: styles.caption ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.step ?? '',
  button_next: styles.step ?? '',
  chevron: styles.chevron ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.cell ?? '',
  day_button: styles.dayButton ?? '',
  today: styles.today ?? '',
  selected: styles.selected ?? '',
  disabled: styles.disabled ?? '',
  outside: styles.outside ?? '',
};
