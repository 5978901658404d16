import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { phrased } from './phrases/phrased.ts';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** One way on or several. */
  readonly action?: ReactNode;
}

/** What a list shows when there is nothing: why, and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{phrased(children)}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
