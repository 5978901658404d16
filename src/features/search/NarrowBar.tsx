import { useQueries } from '@tanstack/react-query';
import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { factsOf } from '../../contract/pages.ts';
import { narrow, search as texts } from '../../messages/jaSearch.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { pageOf } from '../../navigation/paths.ts';
import { useKeptPlace } from '../../navigation/useKeptPlace.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { useIsMobile } from '../../ui/useMediaQuery.ts';
import { SelectButton } from '../photo/selection/SelectButton.tsx';
import { subscribeLists, topList } from '../photo/selection/selectableLists.ts';
import { withoutCondition } from './conditionParts.ts';
import type { ConditionName } from './conditions.ts';
import styles from './NarrowBar.module.css';
import { countedList, withOwn } from './narrowForm.ts';
import { photoCountQuery } from './queries.ts';
import { watchScrollForBars } from './quietBars.ts';
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

/**
 * The button of the narrowing panel, and what the list is narrowed by: each condition with a way to take it off. On a phone its buttons
 * stay below the header (FAN-17a).
 */
export function NarrowBar({ own = [], unlisted = [], hasSorts = false }: NarrowBarProps) {
  const overlays = useOverlays();
  const [pathname] = useLocation();
  const params = usePageParams();
  const chips = useChips(params).filter(({ name }) => ![...own, ...unlisted].includes(name));
  const place = useRef<HTMLSpanElement>(null);
  useQuietBars();
  useEffect(() => {
    // After the page's own scrolling: a new address begins at the top. The results stand below the bar.
    const show = () => requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'start' }));
    addEventListener(CONDITION_FIXED, show);
    return () => removeEventListener(CONDITION_FIXED, show);
  }, []);
  const keepPlace = useKeptPlace(place);
  const hrefWithout = ({ name, person }: Chip) => {
    const text = withoutCondition(params, name, person).toString();
    return text === '' ? pathname : `${pathname}?${text}`;
  };
  return (
    <div className={styles.bar}>
      {/* The buttons stay on the screen: only this tells where the bar begins in the page. */}
      <span ref={place} className={styles.place} />
      <div className={styles.tools} data-toolbar={factsOf(pageOf(pathname)).hasNoMenu ? 'alone' : ''}>
        <Button
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          aria-haspopup="dialog"
          onClick={() => overlays.open({ mode: 'simple-search' })}
        >
          {narrow.open}
        </Button>
        {hasSorts && <SortChoice onSort={keepPlace} />}
        <SelectButton />
      </div>
      <div className={styles.narrowed}>
        <Counts own={own} />
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
    </div>
  );
}

/** On a phone the bars go while the fan scrolls down: not below an overlay, and not while photos are selected. */
function useQuietBars(): void {
  const isMobile = useIsMobile();
  const hasOverlay = useOverlayStack().length > 0;
  const isSelecting = useSyncExternalStore(
    subscribeLists,
    () => topList()?.isSelecting ?? false,
    () => false,
  );
  const isHeld = hasOverlay || isSelecting;
  useEffect(() => {
    if (isMobile && !isHeld) return watchScrollForBars();
  }, [isMobile, isHeld]);
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
