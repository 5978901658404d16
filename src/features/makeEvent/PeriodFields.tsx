import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { ja } from 'react-day-picker/locale/ja';
import { fields } from '../../messages/jaFields.ts';
import { eventProblems, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { daysOf, oneMonthAfter, type PeriodProblem } from '../../rules/eventDates.ts';
import { dateOfDay, dayOfDate, dayText } from './calendarDays.ts';
import type { DayField } from './eventForm.ts';
import styles from './PeriodFields.module.css';

interface PeriodFieldsProps {
  readonly start: string;
  readonly end: string;
  /** Today in Tokyo. */
  readonly today: string;
  /** Once begun, the dates cannot change (§4). */
  readonly isFixed: boolean;
  readonly problem: PeriodProblem | null;
  readonly onChoose: (field: DayField, day: string) => void;
}

const MONDAY = 1;

/** Start and end of the event: two buttons, and one calendar that serves both (§9: Monday first, Japanese). */
export function PeriodFields({ start, end, today, isFixed, problem, onChoose }: PeriodFieldsProps) {
  const id = useId();
  const [open, setOpen] = useState<DayField | null>(null);
  const startButton = useRef<HTMLButtonElement>(null);
  const endButton = useRef<HTMLButtonElement>(null);
  const buttonOf = (field: DayField) => (field === 'start' ? startButton : endButton);

  const close = () => {
    if (open !== null) buttonOf(open).current?.focus();
    setOpen(null);
  };
  const choose = (day: string) => {
    if (open === null) return;
    onChoose(open, day);
    const isEndGood = end !== '' && end >= day && end <= oneMonthAfter(day);
    if (open === 'end' || isEndGood) return close();
    if (end !== '') onChoose('end', '');
    setOpen('end');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Leaves the calendar, not the form.
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const field = (name: DayField, day: string, button: RefObject<HTMLButtonElement | null>) => (
    <div className={styles.field}>
      <span id={`${id}-${name}`} className={styles.label}>
        {texts[name]}
        <span className={styles.required}>{fields.required}</span>
      </span>
      <button
        ref={button}
        id={`${id}-${name}-day`}
        type="button"
        className={styles.day}
        disabled={isFixed}
        aria-labelledby={`${id}-${name} ${id}-${name}-day`}
        aria-describedby={`${id}-note`}
        aria-expanded={open === name}
        data-invalid={problem !== null || undefined}
        data-empty={day === '' || undefined}
        onClick={() => setOpen(open === name ? null : name)}
      >
        <span>{day === '' ? texts.noDay : dayText(day)}</span>
        <CalendarDays size={20} aria-hidden="true" />
      </button>
    </div>
  );
  const shown = open === 'start' ? start : end;
  const first = open === 'end' && start !== '' ? start : today;
  const last = open === 'end' && start !== '' ? oneMonthAfter(start) : null;
  return (
    <fieldset className={styles.period}>
      <legend className="visually-hidden">{texts.period}</legend>
      <div className={styles.pair}>
        {field('start', start, startButton)}
        {field('end', end, endButton)}
      </div>
      {open !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset names fields; this names the days below it
        <div className={styles.calendar} role="group" aria-label={texts.calendarOf(texts[open])} onKeyDown={handleKey}>
          <DayPicker
            key={open}
            mode="single"
            required
            autoFocus
            locale={ja}
            weekStartsOn={MONDAY}
            today={dateOfDay(today)}
            defaultMonth={dateOfDay(shown || first)}
            startMonth={dateOfDay(first)}
            {...(last !== null && { endMonth: dateOfDay(last) })}
            selected={shown === '' ? undefined : dateOfDay(shown)}
            onSelect={(date) => choose(dayOfDate(date))}
            disabled={[{ before: dateOfDay(first) }, ...(last === null ? [] : [{ after: dateOfDay(last) }])]}
            modifiers={start !== '' && end !== '' ? { inPeriod: { from: dateOfDay(start), to: dateOfDay(end) } } : {}}
            modifiersClassNames={{ inPeriod: styles.inPeriod ?? '' }}
            classNames={calendarClasses}
          />
        </div>
      )}
      <p className={styles.shown} aria-live="polite">
        {start !== '' && end !== '' && end >= start && (
          <>
            <span className="visually-hidden">{texts.period}: </span>
            {texts.periodShown(dayText(start), dayText(end), daysOf(start, end))}
          </>
        )}
      </p>
      <div id={`${id}-note`}>
        <p className={styles.hint}>{isFixed ? texts.periodFixed : texts.periodOpen}</p>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {eventProblems[problem]}
          </p>
        )}
      </div>
    </fieldset>
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
