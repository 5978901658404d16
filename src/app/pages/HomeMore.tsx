import { POPULAR_WORDS } from '../../contract/limits.ts';
import { RecommendedEvents } from '../../features/event/RecommendedEvents.tsx';
import { PopularWords } from '../../features/search/PopularWords.tsx';
import { event as eventTexts } from '../../messages/jaEvent.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { photoLists as texts } from '../../messages/jaPhotoLists.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeMore.module.css';
import { MakeEventButton } from './MakeEventButton.tsx';

/** What the home page shows below its photos: events, words, an invitation. */
export function HomeMore() {
  const session = useSession();
  const { features } = useTenant();
  const isSignedIn = session.status !== 'anonymous';
  return (
    <>
      <RecommendedEvents />
      <section aria-labelledby="popular">
        <SectionHead id="popular" title={texts.popular} />
        <PopularWords max={POPULAR_WORDS.list} />
      </section>
      {features.createEventPrompt && (
        <section className={styles.prompt} aria-labelledby="make-event">
          <div>
            <h2 id="make-event">{eventTexts.makeLead}</h2>
            <p>{eventTexts.makeText}</p>
          </div>
          <MakeEventButton variant="primary" />
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
