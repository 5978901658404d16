import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './MoreMenu.module.css';
import { phrased } from './phrases/phrased.ts';
import { useEscape } from './useEscape.ts';

interface ItemFace {
  readonly label: string;
  readonly icon: ReactNode;
}

interface ActItem extends ItemFace {
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

/** Leads to a page of another service, in a window of its own. */
interface LinkItem extends ItemFace {
  readonly href: string;
}

export type MenuItem = ActItem | LinkItem;

interface MoreMenuProps {
  /** What the items are about. It is the button's name. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Shown in the button with the label's words. Without it the button shows three dots alone. */
  readonly icon?: ReactNode;
  readonly onOpen?: () => void;
}

/** A button that opens a list of things to do. Escape, a press outside and a choice close it; the button has the focus again. */
export function MoreMenu({ label, items, icon, onOpen }: MoreMenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEscape(isOpen, root, () => setOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside, true);
    addEventListener('focusin', closeOutside, true);
    return () => {
      removeEventListener('pointerdown', closeOutside, true);
      removeEventListener('focusin', closeOutside, true);
    };
  }, [isOpen]);
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  const control = { 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined, onClick: toggle };
  const choose = (item: ActItem) => {
    setOpen(false);
    // What opens gives the focus back to where it was.
    focusButton(root.current);
    item.onChoose();
  };
  return (
    <div ref={root} className={styles.root}>
      {icon === undefined ? (
        <IconButton label={label} icon={<Ellipsis size={20} aria-hidden="true" />} {...control} />
      ) : (
        <button type="button" className={styles.worded} {...control}>
          {icon}
          <span>{label}</span>
        </button>
      )}
      {isOpen && (
        <ul id={id} ref={bringIntoView} className={styles.menu}>
          {items.map((item) => (
            <li key={item.label}>
              {'href' in item ? (
                <a href={item.href} target="_blank" rel="noopener noreferrer" onClick={() => setOpen(false)}>
                  {item.icon}
                  <span>{phrased(item.label)}</span>
                </a>
              ) : (
                <button type="button" disabled={item.isDisabled} onClick={() => choose(item)}>
                  {item.icon}
                  <span>{phrased(item.label)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** At the end of a list it would stand below the screen's edge. */
const bringIntoView = (menu: HTMLElement | null) => menu?.scrollIntoView({ block: 'nearest' });

const focusButton = (root: HTMLElement | null) => root?.querySelector('button')?.focus({ preventScroll: true });
