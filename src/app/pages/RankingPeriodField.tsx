import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { latestMonths, RANKING_PERIODS, type RankingPeriod } from '../../features/ranking/rankingPeriods.ts';
import { startedSeasons } from '../../features/search/narrowOptions.ts';
import { seasonsQuery } from '../../features/search/queries.ts';
import { ranking, fanRanking as texts } from '../../messages/jaRanking.ts';
import { PageParams } from '../../navigation/pageParams.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { hasBegun } from '../../rules/eventPeriod.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { SelectField } from '../../ui/Field.tsx';

/** Matches that are offered, the newest first. */
const MATCHES = 40;
const ALL_TIME = '';
const optionOf = ({ param, value }: RankingPeriod): string => `${param}:${value}`;

interface RankingPeriodFieldProps {
  /** null: all time. */
  readonly period: RankingPeriod | null;
  /** What is offered beside seasons and matches. */
  readonly beside: 'months' | 'all time';
  readonly now: number;
}

/** The choice of a ranking's period; the address is its only place (FAN-19, FAN-30). */
export function RankingPeriodField({ period, beside, now }: RankingPeriodFieldProps) {
  const services = useServices();
  const { config } = useTenant();
  const [, setParams] = useSearchParams();
  const seasons = startedSeasons(useQuery(seasonsQuery(services)).data?.list ?? [], now);
  const events = useQuery(officialEventsQuery(services)).data?.list ?? [];
  const matches = events.filter((event) => event.count > 0 && hasBegun(event, now)).slice(0, MATCHES);
  const months = beside === 'months' ? latestMonths(now) : [];
  const groups = [
    { label: texts.months, options: months.map((month) => ['month', month, texts.month(month)] as const) },
    { label: texts.seasons, options: seasons.map((one) => ['s', one.season_id, one.season_name] as const) },
    { label: config.eventTitle, options: matches.map((one) => ['e', one.event_id, one.event_name] as const) },
  ];
  const chosen = period === null ? ALL_TIME : optionOf(period);
  // What the address names is offered too, while its name is not known: a select must be able to show it.
  const isKnown =
    period === null ||
    groups.some(({ options }) => options.some(([param, value]) => optionOf({ param, value }) === chosen));
  const choose = (option: string) =>
    setParams(
      (known) => {
        const next = new PageParams([...known]);
        for (const param of RANKING_PERIODS) next.delete(param);
        const param = RANKING_PERIODS.find((one) => option.startsWith(`${one}:`));
        if (param !== undefined) next.set(param, option.slice(param.length + 1));
        return next;
      },
      { replace: true },
    );
  return (
    <SelectField label={texts.period} isLabelHidden value={chosen} onChange={({ target }) => choose(target.value)}>
      {beside === 'all time' && <option value={ALL_TIME}>{ranking.allTime}</option>}
      {!isKnown && <option value={chosen}>{texts.otherPeriod}</option>}
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ label, options }) => (
          <optgroup key={label} label={label}>
            {options.map(([param, value, name]) => (
              <option key={value} value={optionOf({ param, value })}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
    </SelectField>
  );
}
