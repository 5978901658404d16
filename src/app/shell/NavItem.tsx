import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import styles from './NavItem.module.css';

interface NavItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** A page; without it a button. */
  readonly href?: string;
  readonly onPress?: () => void;
  readonly isCurrent?: boolean;
  /** Shown on the icon when not zero; `badgeLabel` says it to screen readers. */
  readonly badge?: number;
  readonly badgeLabel?: string;
}

/** An entry of the header or the tab bar: icon above its label, a slanted stripe under the current one. */
export function NavItem({ icon, label, href, onPress, isCurrent, badge = 0, badgeLabel }: NavItemProps) {
  const content = (
    <>
      <span className={styles.icon}>
        {icon}
        {badge > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {badge > 99 ? '99+' : badge}
          </span>
        )}
      </span>
      <span>
        <Phrases text={label} />
      </span>
      {badge > 0 && <span className="visually-hidden">{badgeLabel}</span>}
    </>
  );
  if (href === undefined)
    return (
      <button type="button" className={styles.item} onClick={onPress}>
        {content}
      </button>
    );
  return (
    <Link href={href} className={styles.item} aria-current={isCurrent ? 'page' : undefined}>
      {content}
    </Link>
  );
}
