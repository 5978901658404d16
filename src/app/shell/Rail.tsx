import { Suspense } from 'react';
import { Link } from 'wouter';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import styles from './Rail.module.css';

/** Its many icons come last. */
const RailContent = lazyNamed(() => import('./RailContent.tsx'), 'RailContent');

/** The left column of wide screens: the emblem at 106×106, what fans use, the side menu at its foot (LAY-02, TEN-02). */
export function Rail() {
  const tenant = useTenant();
  const paths = usePaths();
  return (
    <aside className={styles.rail} aria-label={texts.menu}>
      <Link href={paths.home} className={styles.club}>
        <img src={tenant.logo} alt="" width={106} height={106} />
        <span>{tenant.name}</span>
      </Link>
      <Suspense>
        <RailContent />
      </Suspense>
    </aside>
  );
}
