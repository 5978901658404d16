import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffAnswer, StaffQueryInput } from '../../contract/staffEndpoints.ts';
import { FIGURES } from '../../contract/staffLimits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { figureNames, figuresPage as texts } from '../../messages/jaStaffFigures.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../Loaded.tsx';
import styles from '../Staff.module.css';
import { saveCsv } from '../saveCsv.ts';
import { useStaffCall, useStaffQuery } from '../useStaff.tsx';
import { FiguresOfDays, FiguresOfEvents } from './FigureParts.tsx';
import own from './Figures.module.css';
import { FIGURE_NAMES, type FigureName } from './figureSeries.ts';
import { PeriodTotals } from './PeriodTotals.tsx';

type Query = StaffQueryInput<'getStaffFigures'>;
type Figures = StaffAnswer<'getStaffFigures'>;

/** Figures of a season or of the last days, in all, by day and by event (STF-17). */
export function FiguresPage() {
  const [query, setQuery] = useState<Query>({});
  const answer = useStaffQuery('getStaffFigures', { query });
  return (
    <Loaded query={answer}>
      {(figures) => (
        <div className={own.part}>
          <PeriodField figures={figures} onChoose={setQuery} />
          {figures.is_counting && <Banner tone="info">{texts.counting}</Banner>}
          <PeriodTotals figures={figures} />
          <Charts figures={figures} />
          <div className={own.files}>
            <SaveFile query={query} by="day" />
            <SaveFile query={query} by="event" />
          </div>
          <details className={styles.more}>
            <summary>{texts.meaningsTitle}</summary>
            <p>{texts.meanings}</p>
          </details>
        </div>
      )}
    </Loaded>
  );
}

/** Value of the choice that is no season. No id of a season is empty. */
const RECENT = '';

function PeriodField({ figures, onChoose }: { readonly figures: Figures; readonly onChoose: (query: Query) => void }) {
  const { seasons, season_id, period, before } = figures;
  return (
    <section className={own.part}>
      <div className={own.choice}>
        <SelectField
          label={texts.period}
          value={season_id ?? RECENT}
          onChange={({ target: { value } }) => onChoose(value === RECENT ? { span: 'recent' } : { season: value })}
        >
          {seasons.map((season) => (
            <option key={season.season_id} value={season.season_id}>
              {season.season_name}
            </option>
          ))}
          <option value={RECENT}>{texts.recent(FIGURES.recent)}</option>
        </SelectField>
      </div>
      <p>{texts.span(period.from, period.until)}</p>
      <p className={styles.quiet}>{before === null ? texts.noFormer : comparison(before)}</p>
    </section>
  );
}

const comparison = ({ season_name, from, until }: NonNullable<Figures['before']>): string =>
  season_name === null ? texts.comparedWithDays(from, until) : texts.comparedWith(season_name, from, until);

/** The chosen figure by day and by event. */
function Charts({ figures }: { readonly figures: Figures }) {
  const [name, setName] = useState<FigureName>('photos');
  return (
    <>
      <section className={own.part}>
        <h2>{texts.chart}</h2>
        <div className={own.choice}>
          <SelectField
            label={texts.chartOf}
            value={name}
            onChange={({ target: { value } }) => setName(FIGURE_NAMES.find((one) => one === value) ?? 'photos')}
          >
            {FIGURE_NAMES.map((one) => (
              <option key={one} value={one}>
                {figureNames[one]}
              </option>
            ))}
          </SelectField>
        </div>
        <FiguresOfDays name={name} figures={figures} />
      </section>
      <section className={own.part}>
        <h2>{texts.events}</h2>
        <FiguresOfEvents name={name} figures={figures} />
      </section>
    </>
  );
}

function SaveFile({ query, by }: { readonly query: Query; readonly by: 'day' | 'event' }) {
  const tenant = useTenant();
  const call = useStaffCall();
  const saving = useMutation({
    mutationFn: () => call('getStaffFiguresFile', { query: { ...query, by } }),
    onSuccess: ({ csv }) => saveCsv(csv, texts.fileName(tenant.id, by)),
  });
  return (
    <div className={own.part}>
      <Button isBusy={saving.isPending} onClick={() => saving.mutate()}>
        {by === 'day' ? texts.saveDays : texts.saveEvents}
      </Button>
      {saving.error && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
    </div>
  );
}
