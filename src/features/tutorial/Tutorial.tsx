import { tutorial as texts } from '../../messages/jaTutorial.ts';
import { isMobileDevice } from '../../rules/isMobileDevice.ts';
import { photosPerPost } from '../../rules/remainingPhotos.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { pictures } from './pictures.tsx';
import styles from './Tutorial.module.css';

interface TutorialProps {
  /** Read to the end: MOD-04 waits for it. */
  readonly onFinish: () => void;
  readonly onPost: () => void;
  /** Shows how; null: this device offers it by itself. */
  readonly onInstall: (() => void) | null;
}

/** What the service is, in the tenant's words and colours (RTE-09). */
export function Tutorial({ onFinish, onPost, onInstall }: TutorialProps) {
  const tenant = useTenant();
  return (
    <article className={styles.tutorial}>
      <header className={styles.head}>
        <p className={styles.kicker}>{texts.title}</p>
        <h1 className={styles.headline}>{texts.headline}</h1>
        <p className={styles.lead}>{texts.lead(tenant.name)}</p>
      </header>
      <ol className={styles.steps}>
        {texts.steps(tenant, photosPerPost(isMobileDevice(navigator))).map(({ id, title, text }, index) => {
          const Picture = pictures[id];
          return (
            <li key={id} className={styles.step}>
              <Picture />
              <div className={styles.words}>
                <p className={styles.number}>{texts.step(index + 1)}</p>
                <h2 className={styles.stepTitle}>{title}</h2>
                <p>{text}</p>
                {id === 'install' && onInstall && <Button onClick={onInstall}>{texts.install}</Button>}
              </div>
            </li>
          );
        })}
      </ol>
      <div className={styles.end}>
        <Button variant="primary" size="l" onClick={onFinish}>
          {texts.begin}
        </Button>
        <Button size="l" onClick={onPost}>
          {texts.post}
        </Button>
      </div>
    </article>
  );
}
