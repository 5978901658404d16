import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import type { FigureTotals } from '../../contract/staffFigureEndpoints.ts';
import { figureNames, figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import staffStyles from '../Staff.module.css';
import styles from './Figures.module.css';
import { changeOf, FIGURE_NAMES, type FigureName, figureOf } from './figureSeries.ts';
import { figureText } from './figureText.ts';

interface PeriodTotalsProps {
  readonly figures: Pick<StaffAnswer<'getStaffFigures'>, 'period' | 'before' | 'since' | 'season_id'>;
}

/** Sums of the period, and what is not known of it (STF-17c). */
export function PeriodTotals({ figures: { period, before, since, season_id } }: PeriodTotalsProps) {
  return (
    <section className={styles.part}>
      <h2>{texts.totals}</h2>
      <FigureTotalsGrid totals={period.totals} before={before?.totals ?? null} />
      {season_id === null && <p className={staffStyles.quiet}>{texts.noPosters}</p>}
      {(before?.from ?? period.from) < since && <p className={staffStyles.quiet}>{texts.since(since)}</p>}
    </section>
  );
}

interface FigureTotalsGridProps {
  readonly totals: FigureTotals;
  /** null: there is nothing to compare with. */
  readonly before: FigureTotals | null;
}

/** Sums of a period, each beside what it was before (STF-17b). */
function FigureTotalsGrid({ totals, before }: FigureTotalsGridProps) {
  return (
    <dl className={styles.totals}>
      {FIGURE_NAMES.map((name) => {
        const value = figureOf(totals, name);
        // Of the last days nobody counts who posted: the page says so.
        if (name === 'posters' && value === null) return null;
        return (
          <div key={name}>
            <dt>{figureNames[name]}</dt>
            <dd>
              <strong>{value === null ? texts.unknown : figureText(name, value)}</strong>
              {before !== null && value !== null && <span>{formerText(name, value, figureOf(before, name))}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function formerText(name: FigureName, value: number, was: number | null): string {
  if (was === null) return texts.formerUnknown;
  // A change of a share or of a time in percent would be read as the share itself.
  const change = name === 'permitted' || name === 'wait_s' ? null : changeOf(value, was);
  return texts.former(figureText(name, was), change === null ? null : texts.change(change));
}
