import { frame as texts } from '../../messages/ja.ts';
import styles from './ProductMark.module.css';

/** The product's word mark on a slanted stripe. */
export function ProductMark() {
  return (
    <span className={styles.mark}>
      <span>{texts.product}</span>
    </span>
  );
}
