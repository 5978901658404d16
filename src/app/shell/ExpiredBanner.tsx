import { expired as texts } from '../../messages/jaExpired.ts';
import { countWaiting } from '../../outbox/count.ts';
import { useSession } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './ExpiredBanner.module.css';

/** The login was ended elsewhere: says so, that nothing is lost, and what to do (QUE-05, ACC-07). */
export function ExpiredBanner() {
  const session = useSession();
  const { jobs } = useOutboxSnapshot();
  const overlays = useOverlays();
  if (session.status !== 'expired') return null;
  const waiting = countWaiting(jobs, session.user.id);
  return (
    <div className={styles.expired}>
      <Banner
        tone="warn"
        action={
          <Button variant="primary" onClick={() => overlays.open({ mode: 'login' })}>
            {texts.login}
          </Button>
        }
      >
        {texts.text(session.user.name)}
        {waiting > 0 ? texts.waiting(waiting) : texts.read}
      </Banner>
    </div>
  );
}
