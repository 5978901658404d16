import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { narrow, search as texts } from '../../messages/jaSearch.ts';
import { useServices, useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { eventQuery } from '../event/queries.ts';
import { type ConditionName, conditionsOf, personsOf, withoutCondition } from './conditions.ts';
import styles from './NarrowBar.module.css';
import { seasonsQuery, teamsQuery } from './queries.ts';

/** Told to the window when conditions were applied to the address (§4). */
export const CONDITION_FIXED = 'condition-fixed';

interface NarrowBarProps {
  /** Conditions that are the page's own, such as the event of its page. */
  readonly own?: readonly ConditionName[];
}

interface Chip {
  readonly name: ConditionName;
  readonly label: string;
  /** One person of several. */
  readonly person?: string;
}

/** The button of the narrowing panel, and what the list is narrowed by: each condition with a way to take it off. */
export function NarrowBar({ own = [] }: NarrowBarProps) {
  const overlays = useOverlays();
  const [pathname] = useLocation();
  const params = new URLSearchParams(useSearch());
  const chips = useChips(params).filter(({ name }) => !own.includes(name));
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => bar.current?.scrollIntoView({ block: 'center' });
    addEventListener(CONDITION_FIXED, show);
    return () => removeEventListener(CONDITION_FIXED, show);
  }, []);
  const hrefWithout = ({ name, person }: Chip) => {
    const text = withoutCondition(params, name, person).toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return (
    <div className={styles.bar} ref={bar}>
      <Button
        icon={<SlidersHorizontal aria-hidden="true" size={18} />}
        aria-haspopup="dialog"
        onClick={() => overlays.open({ mode: 'simple-search' })}
      >
        {narrow.open}
      </Button>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={texts.conditions}>
          {chips.map((chip) => (
            <li key={`${chip.name} ${chip.label}`}>
              <Link
                className={styles.chip}
                href={hrefWithout(chip)}
                replace
                aria-label={texts.removeCondition(chip.label)}
              >
                <span>{chip.label}</span>
                <X aria-hidden="true" size={16} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Conditions of the address in words. Names of events, seasons and teams come when they are loaded. */
export function useChips(params: URLSearchParams): Chip[] {
  const services = useServices();
  const { isTeam } = useTenant();
  const { text, ht, team, s, e, pl, photographer, cp } = conditionsOf(params);
  const event = useQuery({ ...eventQuery(services, e ?? ''), enabled: e !== undefined }).data;
  const seasons = useQuery({ ...seasonsQuery(services), enabled: s !== undefined }).data?.list;
  const teams = useQuery({ ...teamsQuery(services), enabled: isTeam && team !== undefined }).data?.list;
  const chip = (name: ConditionName, label: string | undefined): Chip[] =>
    label === undefined ? [] : [{ name, label }];
  return [
    ...chip('text', text === undefined ? undefined : texts.quoted(text)),
    ...chip('ht', ht === undefined ? undefined : texts.tag(ht)),
    ...chip('team', team && (teams?.find(({ team_id }) => team_id === team)?.team_name ?? narrow.team)),
    ...chip('s', s && (seasons?.find(({ season_id }) => season_id === s)?.season_name ?? narrow.season)),
    ...chip('e', e && (event?.event_name ?? narrow.event)),
    ...chip('pl', pl),
    ...chip('photographer', photographer && (photographer === 'official' ? narrow.official : narrow.staff)),
    ...personsOf(cp).map((person): Chip => ({ name: 'cp', label: person, person })),
  ];
}
