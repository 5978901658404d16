import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './MoreMenu.module.css';
import { phrased } from './phrases/phrased.ts';
import { useEscape } from './useEscape.ts';

interface MenuItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

interface MoreMenuProps {
  /** What the items are about: the button shows three dots alone. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** A '…' button with what is rarely done. Escape, a press outside and a choice close it; the button has the focus again. */
export function MoreMenu({ label, items }: MoreMenuProps) {
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
  const choose = (item: MenuItem) => {
    setOpen(false);
    // What opens gives the focus back to where it was.
    focusButton(root.current);
    item.onChoose();
  };
  return (
    <div ref={root} className={styles.root}>
      <IconButton
        label={label}
        icon={<Ellipsis size={20} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <ul id={id} ref={bringIntoView} className={styles.menu}>
          {items.map((item) => (
            <li key={item.label}>
              <button type="button" disabled={item.isDisabled} onClick={() => choose(item)}>
                {item.icon}
                <span>{phrased(item.label)}</span>
              </button>
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
