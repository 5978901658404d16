/** Figures of the seasons before the demo's photos begin, and how often these were opened: what the desk's page of figures shows. */

import { formatWireDate } from '../../src/rules/dates.ts';
import { addDays } from '../../src/rules/daySpans.ts';
import { createChance, type DemoPhoto, type DemoRow } from './rows.ts';

type Figure = DemoRow<'figure'>;

/** Days before now that have photos of their own. */
const OWN_DAYS = 31;
const DAYS_OF_A_WEEK = 7;

/** Weekly matches of two seasons, the later one with more fans. No photo stands behind these figures. */
function earlierFigures(tenant: string, seasons: readonly DemoRow<'season'>[], now: Date): Figure[] {
  const chance = createChance(`figures ${tenant}`);
  const today = formatWireDate(now.getTime());
  const end = addDays(today, -OWN_DAYS);
  return seasons.slice(-2).flatMap(({ season_id, season_period_start, season_period_end }, year) => {
    const rows: Figure[] = [];
    const last = season_period_end.slice(0, 10) < end ? season_period_end.slice(0, 10) : end;
    for (let day = season_period_start.slice(0, 10); day <= last; day = addDays(day, DAYS_OF_A_WEEK)) {
      const photos = Math.round(chance.between(50, 120) * (1 + year / 3));
      const add = (kind: string, n: number, about = '') => rows.push({ tenant, day, kind, about, n: Math.round(n) });
      add('photos', photos);
      add('permitted', photos * chance.between(0.7, 0.85));
      add('likes', photos * chance.between(3, 6));
      add('reads', photos * chance.between(25, 40));
      add('posters', photos / 3);
      add('season', photos / 9, season_id);
      add('members', photos / 6);
      add('wait2', photos / 2);
      add('wait3', photos / 3);
      add('wait6', photos - photos / 2 - photos / 3);
    }
    return rows;
  });
}

/** How often the demo's own photos were opened on the day they were posted. */
function readsOf(photos: readonly DemoPhoto[]): Figure[] {
  const sums = new Map<string, Figure>();
  for (const { row } of photos) {
    const day = formatWireDate(new Date(row.created_at).getTime());
    const key = `${day} ${row.event_id}`;
    const n = (sums.get(key)?.n ?? 0) + 8 + 9 * (row.reaction_count ?? 0);
    sums.set(key, { tenant: row.tenant, day, kind: 'reads', about: row.event_id, n });
  }
  return [...sums.values()];
}

/** Figures beside those that the demo's rows make by themselves. */
export const figuresOf = (
  tenant: string,
  seasons: readonly DemoRow<'season'>[],
  photos: readonly DemoPhoto[],
  now: Date,
): Figure[] => [...earlierFigures(tenant, seasons, now), ...readsOf(photos)];
