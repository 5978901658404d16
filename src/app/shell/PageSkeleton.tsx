import { ui } from '../../messages/ja.ts';
import styles from './PageSkeleton.module.css';

/** While a page's code loads: a heading's bar, nothing more. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{ui.loading}</span>
    </div>
  );
}
