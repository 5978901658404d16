import { Star } from 'lucide-react';
import { photo as texts } from '../../messages/ja.ts';
import styles from './BestShot.module.css';

/** Names a best shot in the photo's detail, as its card does (PHO-08). */
export const BestShot = () => (
  <p className={styles.best}>
    <Star size={16} aria-hidden="true" fill="currentColor" />
    {texts.bestShot}
  </p>
);
