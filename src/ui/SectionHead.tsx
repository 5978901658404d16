import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

interface SectionHeadProps {
  readonly id?: string;
  readonly title: ReactNode;
  /** 1: the page's own heading. */
  readonly level?: 1 | 2;
  /** Without the stripes: below a heading that has them. */
  readonly isPlain?: boolean;
  /** A number or word beside the title. */
  readonly note?: ReactNode;
  /** A link or buttons at the end of the line. */
  readonly action?: ReactNode;
}

/** Heading of a section with the scarf's stripes before it. */
export function SectionHead({ id, title, level = 2, isPlain = false, note, action }: SectionHeadProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.head} data-level={level} data-plain={isPlain || undefined}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      {note && <span className={styles.note}>{note}</span>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
