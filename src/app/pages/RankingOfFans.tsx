import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useNow } from '../../features/event/useNow.ts';
import { FanRankingList } from '../../features/ranking/FanRankingList.tsx';
import { FAN_PERIODS, fanPeriodOf, latestMonths } from '../../features/ranking/fanPeriods.ts';
import { startedSeasons } from '../../features/search/narrowOptions.ts';
import { seasonsQuery } from '../../features/search/queries.ts';
import { ranking, fanRanking as texts } from '../../messages/jaRanking.ts';
import { PageParams, usePageParams } from '../../navigation/pageParams.ts';
import { officialEventsQuery } from '../../queries/eventQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { hasBegun } from '../../rules/eventPeriod.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { SelectField } from '../../ui/Field.tsx';
import styles from './ListPages.module.css';
import { PostButton } from './PostButton.tsx';

/** Matches that are offered, the newest first. */
const MATCHES = 40;

/** The ranking of fans with the choice of its period; the address is its only place (FAN-19). */
export function RankingOfFans() {
  const now = useNow();
  const period = fanPeriodOf(usePageParams(), now);
  return (
    <>
      <PeriodField chosen={`${period.param}:${period.value}`} now={now} />
      <ReferenceFailures of={['getSeasons', 'getEvents']} />
      <FanRankingList
        key={`${period.param}:${period.value}`}
        period={period}
        emptyAction={<PostButton>{ranking.post}</PostButton>}
      />
    </>
  );
}

interface PeriodFieldProps {
  /** 'month:2026-11', 's:ID' or 'e:ID'. */
  readonly chosen: string;
  readonly now: number;
}

function PeriodField({ chosen, now }: PeriodFieldProps) {
  const services = useServices();
  const { config } = useTenant();
  const [, setParams] = useSearchParams();
  const seasons = startedSeasons(useQuery(seasonsQuery(services)).data?.list ?? [], now);
  const events = useQuery(officialEventsQuery(services)).data?.list ?? [];
  const matches = events.filter((event) => event.count > 0 && hasBegun(event, now)).slice(0, MATCHES);
  const groups = [
    { label: texts.months, options: latestMonths(now).map((month) => ['month', month, texts.month(month)] as const) },
    { label: texts.seasons, options: seasons.map((one) => ['s', one.season_id, one.season_name] as const) },
    { label: config.eventTitle, options: matches.map((one) => ['e', one.event_id, one.event_name] as const) },
  ];
  // What the address names is offered too, while its name is not known: a select must be able to show it.
  const isKnown = groups.some(({ options }) => options.some(([param, value]) => `${param}:${value}` === chosen));
  const choose = (value: string) =>
    setParams(
      (known) => {
        const next = new PageParams([...known]);
        for (const param of FAN_PERIODS) next.delete(param);
        const param = FAN_PERIODS.find((one) => value.startsWith(`${one}:`)) ?? 'month';
        next.set(param, value.slice(param.length + 1));
        return next;
      },
      { replace: true },
    );
  return (
    <div className={styles.period}>
      <SelectField label={texts.period} value={chosen} onChange={({ target }) => choose(target.value)}>
        {!isKnown && <option value={chosen}>{texts.otherPeriod}</option>}
        {groups
          .filter(({ options }) => options.length > 0)
          .map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map(([param, value, name]) => (
                <option key={value} value={`${param}:${value}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
      </SelectField>
    </div>
  );
}
