import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

interface SectionHeadProps {
  readonly id?: string;
  readonly title: string;
  /** 1: the page's own heading. */
  readonly level?: 1 | 2;
  /** A number or word beside the title. */
  readonly note?: ReactNode;
  /** A link or buttons at the end of the line. */
  readonly action?: ReactNode;
}

/** Heading of a section with the scarf's stripes before it. */
export function SectionHead({ id, title, level = 2, note, action }: SectionHeadProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.head} data-level={level}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      {note && <span className={styles.note}>{note}</span>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
