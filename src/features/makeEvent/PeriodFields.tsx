import { CalendarDays } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { fields } from '../../messages/jaFields.ts';
import { eventProblems, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { daysOf, oneMonthAfter, type PeriodProblem } from '../../rules/eventDates.ts';
import { dayText } from './calendarDays.ts';
import type { DayField } from './eventForm.ts';
import { PeriodCalendar } from './PeriodCalendar.tsx';
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

/** Start and end of the event: two buttons, and one calendar that serves both. */
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
  const buttonProps = (field: DayField) => ({
    id,
    field,
    ref: buttonOf(field),
    isOpen: open === field,
    isInvalid: problem !== null,
    isFixed,
    onPress: () => setOpen(open === field ? null : field),
  });
  return (
    <fieldset className={styles.period}>
      <legend className="visually-hidden">{texts.period}</legend>
      <div className={styles.pair}>
        <DayButton {...buttonProps('start')} day={start} />
        <DayButton {...buttonProps('end')} day={end} />
      </div>
      {open !== null && (
        <PeriodCalendar field={open} start={start} end={end} today={today} onChoose={choose} onClose={close} />
      )}
      <PeriodShown start={start} end={end} />
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

/** The period in words, as soon as both days are good. */
const PeriodShown = ({ start, end }: Pick<PeriodFieldsProps, 'start' | 'end'>) => (
  <p className={styles.shown} aria-live="polite">
    {start !== '' && end !== '' && end >= start && (
      <>
        <span className="visually-hidden">{texts.period}: </span>
        {texts.periodShown(dayText(start), dayText(end), daysOf(start, end))}
      </>
    )}
  </p>
);

interface DayButtonProps {
  /** Of the whole period: the ids of label, button and note begin with it. */
  readonly id: string;
  readonly field: DayField;
  /** Empty: none is chosen. */
  readonly day: string;
  readonly ref: Ref<HTMLButtonElement>;
  readonly isOpen: boolean;
  readonly isInvalid: boolean;
  readonly isFixed: boolean;
  readonly onPress: () => void;
}

/** One of the two days with its label; it opens and closes the calendar. */
function DayButton({ id, field, day, ref, isOpen, isInvalid, isFixed, onPress }: DayButtonProps) {
  return (
    <div className={styles.field}>
      <span id={`${id}-${field}`} className={styles.label}>
        {texts[field]}
        <span className={styles.required}>{fields.required}</span>
      </span>
      <button
        ref={ref}
        id={`${id}-${field}-day`}
        type="button"
        className={styles.day}
        disabled={isFixed}
        aria-labelledby={`${id}-${field} ${id}-${field}-day`}
        aria-describedby={`${id}-note`}
        aria-expanded={isOpen}
        data-invalid={isInvalid || undefined}
        data-empty={day === '' || undefined}
        onClick={onPress}
      >
        <span>{day === '' ? texts.noDay : dayText(day)}</span>
        <CalendarDays size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
