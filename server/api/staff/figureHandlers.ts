/** Figures of the tenant for its staff (STF-17). */
import type { FigureDay, FigurePeriod, FigureTotals } from '../../../src/contract/staffFigureEndpoints.ts';
import { FIGURE_WAITS, FIGURES } from '../../../src/contract/staffLimits.ts';
import { figureColumns } from '../../../src/messages/jaStaffFigures.ts';
import { formatWireDate } from '../../../src/rules/dates.ts';
import { type DaySpan, eachDay } from '../../../src/rules/daySpans.ts';
import { ApiFailure } from '../handlers.ts';
import { csvOf } from './csv.ts';
import {
  type FigureCounts,
  type FigureSeason,
  readFigureDays,
  readFigureEvents,
  readFigureSeasons,
  readFigureStart,
  readSeasonPosters,
} from './figureRepository.ts';
import { presentSeason, recentSpan, seasonSpan } from './figureSpans.ts';
import { medianWait } from './medianWait.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

const of = (counts: FigureCounts, kind: string): number => counts[kind] ?? 0;
const waitsIn = (counts: FigureCounts): number[] =>
  Array.from({ length: FIGURE_WAITS.length + 1 }, (_, part) => of(counts, `wait${part}`));

/** @param known whether reads were recorded then */
const figuresOf = (counts: FigureCounts, known: boolean) => ({
  photos: of(counts, 'photos'),
  permitted: of(counts, 'permitted'),
  likes: of(counts, 'likes'),
  reads: known ? of(counts, 'reads') : null,
  wait_s: medianWait(waitsIn(counts)),
});

interface AskedSpan {
  readonly season?: string | undefined;
  readonly span?: 'recent' | undefined;
}

/** Throws NOT_FOUND: no such season. */
async function choose({ db, tenant, now }: StaffContext, { season: id, span }: AskedSpan) {
  const today = formatWireDate(now().getTime());
  const [seasons, start] = await Promise.all([readFigureSeasons(db, tenant), readFigureStart(db)]);
  const asked = seasons.find(({ season_id }) => season_id === id) ?? null;
  if (id !== undefined && asked === null) throw new ApiFailure('NOT_FOUND');
  const season = asked ?? (span === 'recent' ? null : presentSeason(seasons, today));
  return { seasons, start, chosen: season === null ? recentSpan(today) : seasonSpan(season, seasons, today) };
}

/** @param isWhole reads of a period that was not recorded as a whole are not known: nothing is compared with a part */
async function readPeriod(
  { db, tenant }: StaffContext,
  { season, span, since, isWhole }: { season: FigureSeason | null; span: DaySpan; since: string; isWhole: boolean },
): Promise<FigurePeriod> {
  const [rows, posters] = await Promise.all([
    readFigureDays(db, tenant, span),
    season === null ? null : readSeasonPosters(db, tenant, season.season_id, span),
  ]);
  const days = rows.map(({ day, counts }): FigureDay => {
    const members = of(counts, 'members');
    return { day, ...figuresOf(counts, day >= since), posters: of(counts, 'posters'), members };
  });
  const all: Record<string, number> = {};
  for (const { counts } of rows) for (const [kind, n] of Object.entries(counts)) all[kind] = (all[kind] ?? 0) + n;
  const isKnown = (isWhole ? span.from : span.until) >= since;
  const totals: FigureTotals = { ...figuresOf(all, isKnown), posters, members: of(all, 'members') };
  return { ...span, totals, days };
}

async function readEvents({ db, tenant }: StaffContext, span: DaySpan, since: string, limit: number) {
  const rows = await readFigureEvents(db, tenant, span, limit);
  const list = rows.map(({ event_id, event_name, event_date, counts }) => {
    const posters = of(counts, 'fans');
    return { event_id, event_name, event_date, ...figuresOf(counts, span.until >= since), posters };
  });
  return { list, all: rows[0]?.events ?? 0 };
}

const cell = (value: number | string | null): string => (value === null ? '' : String(value));
const share = (part: number, all: number): string => (all === 0 ? '' : String(Math.round((100 * part) / all)));
type Figures = Pick<FigureTotals, 'photos' | 'permitted' | 'likes' | 'reads' | 'posters' | 'wait_s'>;
const cellsOf = ({ photos, posters, permitted, reads, likes, wait_s }: Figures): string[] =>
  [photos, posters, permitted, share(permitted, photos), reads, likes, wait_s].map(cell);

/** Every day of the period, days on which nothing was counted included. */
async function dayRows(context: StaffContext, span: DaySpan, since: string): Promise<string[][]> {
  const { days } = await readPeriod(context, { season: null, span, since, isWhole: false });
  const byDay = new Map(days.map((row) => [row.day, row]));
  return eachDay(span).map((day) => {
    const row = byDay.get(day) ?? { ...figuresOf({}, day >= since), posters: 0, members: 0 };
    return [day, ...cellsOf(row), cell(row.members)];
  });
}

export const figureHandlers = {
  async getStaffFigures(context, { query }) {
    const { seasons, start, chosen } = await choose(context, query);
    const { since, isCounting } = start;
    const { season, span, before } = chosen;
    const [period, former, events] = await Promise.all([
      readPeriod(context, { season, span, since, isWhole: false }),
      before && readPeriod(context, { season: before.season, span: before.span, since, isWhole: true }),
      readEvents(context, span, since, FIGURES.events),
    ]);
    return {
      since,
      is_counting: isCounting,
      seasons: seasons.map(({ season_id, season_name }) => ({ season_id, season_name })),
      season_id: season?.season_id ?? null,
      period,
      before: former && { season_name: before?.season?.season_name ?? null, ...former },
      events: events.list,
      more_events: events.all - events.list.length,
    };
  },
  async getStaffFiguresFile(context, { query: { by, ...asked } }) {
    const { start, chosen } = await choose(context, asked);
    const { span } = chosen;
    if (by === 'day') {
      const { day, common, members } = figureColumns;
      return { csv: csvOf([[day, ...common, members], ...(await dayRows(context, span, start.since))]) };
    }
    const { list } = await readEvents(context, span, start.since, FIGURES.fileEvents);
    const rows = list.map((row) => [row.event_id, row.event_name ?? '', row.event_date ?? '', ...cellsOf(row)]);
    return { csv: csvOf([[...figureColumns.event, ...figureColumns.common], ...rows]) };
  },
} satisfies Partial<StaffHandlers>;
