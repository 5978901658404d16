import type { CSSProperties } from 'react';
import { ui } from '../messages/ja.ts';
import styles from './RowsSkeleton.module.css';

/** Rows of a picture and two lines, while a list of people, words or notices loads. */
export function RowsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={styles.rows} style={{ '--rows': rows } as CSSProperties} role="status" aria-busy="true">
      <span className="visually-hidden">{ui.loading}</span>
    </div>
  );
}
