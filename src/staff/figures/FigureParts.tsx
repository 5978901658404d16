import { useMemo } from 'react';
import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import { figureNames, figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import { daysIn, eachDay } from '../../rules/daySpans.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from '../Staff.module.css';
import type { ChartData } from './drawChart.ts';
import { FigureChart } from './FigureChart.tsx';
import { FigureRowsTable } from './FigureRowsTable.tsx';
import {
  byWeek,
  CHART_DAYS,
  EVENT_FIGURES,
  everySeventh,
  FIGURE_NAMES,
  type FigureName,
  figureOf,
  seriesOf,
} from './figureSeries.ts';
import { figureText } from './figureText.ts';

interface FigurePartProps {
  /** The figure that the chart shows; the table has all. */
  readonly name: FigureName;
  readonly figures: StaffAnswer<'getStaffFigures'>;
}

/** A figure day by day, beside the same days before. */
export function FiguresOfDays({ name, figures }: FigurePartProps) {
  const { period, before, since } = figures;
  const isLong = daysIn(period) > CHART_DAYS;
  const data = useMemo((): ChartData => {
    const drawn = (days: (number | null)[]) => (isLong ? byWeek(days, name) : days);
    const days = eachDay(period).map(texts.shortDay);
    return {
      labels: isLong ? everySeventh(days).map(texts.fromDay) : days,
      bars: drawn(seriesOf(period, name, since)),
      barsName: texts.now,
      line: before && drawn(seriesOf(before, name, since)),
      lineName: before?.season_name ?? texts.before,
      isLying: false,
      textOf: (value) => figureText(name, value),
    };
  }, [name, period, before, since, isLong]);
  return (
    <>
      <FigureChart label={texts.chartLabel(figureNames[name])} data={data} />
      {isLong && <p className={styles.quiet}>{texts.byWeek}</p>}
      <DayTable label={texts.now} days={period.days} />
      {before && <DayTable label={before.season_name ?? texts.before} days={before.days} />}
    </>
  );
}

type Days = FigurePartProps['figures']['period']['days'];

function DayTable({ label, days }: { readonly label: string; readonly days: Days }) {
  return (
    <details className={styles.more}>
      <summary>{texts.daysTable(label)}</summary>
      {days.length === 0 ? (
        <EmptyState title={texts.noEvents} />
      ) : (
        <FigureRowsTable
          label={texts.daysTable(label)}
          head={texts.dayHead}
          names={FIGURE_NAMES}
          rows={days.toReversed().map((row) => ({ key: row.day, name: texts.day(row.day), figures: row }))}
        />
      )}
    </details>
  );
}

/** Events that the chart shows; the table has more. */
const CHARTED = 10;

/** The same figure by event, those with the most photos first. */
export function FiguresOfEvents({ name, figures: { events, more_events } }: FigurePartProps) {
  // Members belong to no event.
  const shown = name === 'members' ? 'photos' : name;
  const data = useMemo((): ChartData => {
    const first = events.slice(0, CHARTED);
    return {
      labels: first.map(({ event_name }) => shorten(event_name ?? texts.gone)),
      bars: first.map((row) => figureOf(row, shown)),
      barsName: figureNames[shown],
      line: null,
      lineName: '',
      isLying: true,
      textOf: (value) => figureText(shown, value),
    };
  }, [events, shown]);
  if (events.length === 0) return <EmptyState title={texts.noEvents} />;
  return (
    <>
      <FigureChart label={texts.eventChartLabel(figureNames[shown])} data={data} />
      <FigureRowsTable
        label={texts.events}
        head={texts.eventHead}
        names={EVENT_FIGURES}
        rows={events.map((row) => ({ key: row.event_id, name: row.event_name ?? texts.gone, figures: row }))}
      />
      {more_events > 0 && <p className={styles.quiet}>{texts.moreEvents(more_events)}</p>}
    </>
  );
}

/** Characters of a name beside a bar. */
const NAME_SHOWN = 12;
const shorten = (name: string): string => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN - 1)}…` : name);
