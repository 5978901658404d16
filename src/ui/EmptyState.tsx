import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { useGiveTitle } from './ownTitle.ts';
import { phrased } from './phrases/phrased.ts';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** One way on or several. */
  readonly action?: ReactNode;
  /** It stands in place of a whole page: the title is the page's heading, and the tab's title. */
  readonly isPage?: boolean;
}

/** What a list shows when there is nothing: why, and what to do next. */
export function EmptyState({ icon, title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  useGiveTitle(isPage ? title : null);
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{phrased(children)}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
