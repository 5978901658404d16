import { UserRoundPlus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { VISIBILITY_THRESHOLD } from '../../contract/limits.ts';
import { shell as texts } from '../../messages/jaShell.ts';
import { usePaths } from '../../navigation/paths.ts';
import styles from './JoinButton.module.css';

/** The way to sign-up for visitors; while the footer is in view it stays fixed on the screen (JON-01). */
export function JoinButton({ footer }: { readonly footer: RefObject<HTMLElement | null> }) {
  const paths = usePaths();
  const [isFixed, setFixed] = useState(false);
  const join = useRef<HTMLElement>(null);
  const button = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (footer.current === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setFixed(entry?.isIntersecting ?? false), {
      threshold: VISIBILITY_THRESHOLD,
    });
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, [footer]);
  useEffect(() => {
    if (button.current === null || typeof ResizeObserver === 'undefined') return;
    // Large text makes the button higher than its least height: its place, and the room below the footer, grow with it.
    const observer = new ResizeObserver(() => {
      for (const one of [join.current, footer.current])
        one?.style.setProperty('--join-height', `${button.current?.offsetHeight ?? 0}px`);
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [footer]);
  return (
    <aside ref={join} className={styles.join} aria-label={texts.joinAction} data-fixed={isFixed || undefined}>
      <Link ref={button} href={paths.common('create-account')} className={styles.button}>
        <UserRoundPlus size={20} aria-hidden="true" />
        {texts.joinAction}
      </Link>
    </aside>
  );
}
