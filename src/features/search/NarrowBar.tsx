import { SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { narrow, search as texts } from '../../messages/jaSearch.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { withoutCondition } from './conditionParts.ts';
import type { ConditionName } from './conditions.ts';
import styles from './NarrowBar.module.css';
import { type Chip, useChips } from './useChips.ts';

export { EmptyGallery } from './EmptyGallery.tsx';

/** Told to the window when conditions were applied to the address (§4). */
export const CONDITION_FIXED = 'condition-fixed';

interface NarrowBarProps {
  /** Conditions that are the page's own, such as the event of its page. */
  readonly own?: readonly ConditionName[];
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
