import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { POPULAR_WORDS } from '../../contract/limits.ts';
import { RecommendedEvents } from '../../features/event/RecommendedEvents.tsx';
import { PlayerTiles } from '../../features/players/PlayerTiles.tsx';
import { PopularWords } from '../../features/search/PopularWords.tsx';
import { event as eventTexts } from '../../messages/jaEvent.ts';
import { pageTexts } from '../../messages/jaPages.ts';
import { photoLists as texts } from '../../messages/jaPhotoLists.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './HomeMore.module.css';
import { homeListOf } from './homeLists.ts';
import { rememberHome } from './homeVisits.ts';
import { MakeEventButton } from './MakeEventButton.tsx';
import { MatchBest } from './MatchBest.tsx';
import { OwnStrips } from './OwnStrips.tsx';

/** What the home page shows below its photos: yesterday's match, the fan's own strips, players, events, words, an invitation. */
export function HomeMore() {
  const session = useSession();
  const { id, features } = useTenant();
  useEffect(() => rememberHome(id), [id]);
  const isSignedIn = session.status !== 'anonymous';
  return (
    <>
      <MatchBest />
      <OwnStrips open={homeListOf(useSearch())} />
      <PlayerTiles />
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
