import { POPULAR_WORDS } from '../../contract/limits.ts';
import { RecommendedEvents } from '../../features/event/RecommendedEvents.tsx';
import { PopularWords } from '../../features/search/PopularWords.tsx';
import { gallery as texts } from '../../messages/ja.ts';
import { event as eventTexts } from '../../messages/jaEvent.ts';
import { pages as pageTexts } from '../../messages/jaPages.ts';
import { useSession, useTenant } from '../../session/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeMore.module.css';

/** What the home page shows below its photos: events, words, an invitation. */
export function HomeMore() {
  const tenant = useTenant();
  const session = useSession();
  const { open } = useOverlays();
  const isSignedIn = session.status !== 'anonymous';
  return (
    <>
      <RecommendedEvents />
      <section aria-labelledby="popular">
        <SectionHead id="popular" title={texts.popular} />
        <PopularWords max={POPULAR_WORDS.list} />
      </section>
      {isSignedIn && tenant.features.createEventPrompt && (
        <section className={styles.prompt} aria-labelledby="create-event">
          <div>
            <h2 id="create-event">{eventTexts.createTitle}</h2>
            <p>{eventTexts.createText}</p>
          </div>
          <Button onClick={() => open({ mode: 'post' })}>{eventTexts.createAction}</Button>
        </section>
      )}
      {!isSignedIn && (
        <section className={styles.prompt} aria-labelledby="join">
          <div>
            <h2 id="join">{pageTexts.joinLead}</h2>
            <p>{pageTexts.joinText}</p>
          </div>
        </section>
      )}
    </>
  );
}
