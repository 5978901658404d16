import { UserRoundPlus } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { VISIBILITY_THRESHOLD } from '../../contract/limits.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../session/paths.ts';
import styles from './JoinButton.module.css';

/** The way to sign-up for visitors; while the footer is in view it stays fixed on the screen (JON-01). */
export function JoinButton({ footer }: { readonly footer: RefObject<HTMLElement | null> }) {
  const paths = usePaths();
  const [isFixed, setFixed] = useState(false);
  useEffect(() => {
    if (footer.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setFixed(entry?.isIntersecting ?? false), {
      threshold: VISIBILITY_THRESHOLD,
    });
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, [footer]);
  return (
    <aside className={styles.join} aria-label={texts.joinAction} data-fixed={isFixed || undefined}>
      <Link href={paths.common('create-account')} className={styles.button}>
        <UserRoundPlus size={20} aria-hidden="true" />
        {texts.joinAction}
      </Link>
    </aside>
  );
}
