import { useQueries } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { narrow, search as texts } from '../../messages/jaSearch.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { pageOf } from '../../navigation/paths.ts';
import { useKeptPlace } from '../../navigation/useKeptPlace.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SelectButton } from '../photo/selection/SelectButton.tsx';
import { withoutCondition } from './conditionParts.ts';
import type { ConditionName } from './conditions.ts';
import styles from './NarrowBar.module.css';
import { countedList, withOwn } from './narrowForm.ts';
import { photoCountQuery } from './queries.ts';
import { SortChoice } from './SortChoice.tsx';
import { type Chip, useChips } from './useChips.ts';

export { EmptyGallery } from './EmptyGallery.tsx';

/** Told to the window when conditions were applied to the address (§4). */
export const CONDITION_FIXED = 'condition-fixed';

interface NarrowBarProps {
  /** Conditions that are the page's own, such as the event of its page. */
  readonly own?: readonly ConditionName[];
  /** Conditions the page itself shows and takes off, such as a player of its row. */
  readonly unlisted?: readonly ConditionName[];
  /** Whether the page's list follows the order its address names. */
  readonly hasSorts?: boolean;
}

/** The button of the narrowing panel, and what the list is narrowed by: each condition with a way to take it off. */
export function NarrowBar({ own = [], unlisted = [], hasSorts = false }: NarrowBarProps) {
  const overlays = useOverlays();
  const [pathname] = useLocation();
  const params = usePageParams();
  const chips = useChips(params).filter(({ name }) => ![...own, ...unlisted].includes(name));
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the page's own scrolling: a new address begins at the top. The results stand below the bar.
    const show = () => requestAnimationFrame(() => bar.current?.scrollIntoView({ block: 'start' }));
    addEventListener(CONDITION_FIXED, show);
    return () => removeEventListener(CONDITION_FIXED, show);
  }, []);
  const keepPlace = useKeptPlace(bar);
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
      {hasSorts && <SortChoice onSort={keepPlace} />}
      <Counts own={own} />
      <SelectButton />
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={texts.conditions}>
          {chips.map((chip) => (
            <li key={`${chip.name} ${chip.label}`}>
              <Link
                className={styles.chip}
                href={hrefWithout(chip)}
                replace
                onClick={keepPlace}
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

/** '6枚 / 全18枚', where a list is narrowed; told to screen readers when it changes. */
function Counts({ own }: Required<Pick<NarrowBarProps, 'own'>>) {
  const services = useServices();
  const userId = userIdOf(useSession());
  const [pathname] = useLocation();
  const params = usePageParams();
  const page = pageOf(pathname);
  const list = countedList(page, params, userId);
  const whole = countedList(page, withOwn(params, own), userId);
  const isNarrowed = list !== null && JSON.stringify(list) !== JSON.stringify(whole);
  const counts = useQueries({
    queries: [list, whole].map((one) => ({ ...photoCountQuery(services, one ?? {}), enabled: isNarrowed })),
  });
  const [count, all] = counts.map(({ data }) => data?.count);
  return (
    <p className={isNarrowed ? styles.counts : 'visually-hidden'} role="status">
      {isNarrowed && count != null && all != null && (
        <>
          <strong>{texts.count(count)}</strong> {texts.ofAll(all)}
        </>
      )}
    </p>
  );
}
