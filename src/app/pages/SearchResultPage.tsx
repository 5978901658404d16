import { CalendarX, Search } from 'lucide-react';
import { POPULAR_WORDS } from '../../contract/limits.ts';
import { EventCard, EventCardSkeleton } from '../../features/event/EventCard.tsx';
import { useNow } from '../../features/event/useNow.ts';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { conditionsOf, filterOf, sortOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { PopularWords } from '../../features/search/PopularWords.tsx';
import { useAllEvents } from '../../features/search/queries.ts';
import { useChips } from '../../features/search/useChips.ts';
import { pageTitles } from '../../messages/ja.ts';
import { event } from '../../messages/jaEvent.ts';
import { search as texts } from '../../messages/jaSearch.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { isNoSignal } from '../../queries/noSignal.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { wordMatcher } from '../../rules/searchMatch.ts';
import { useSession } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './ListPages.module.css';

/** RTE-15: photos by one condition or several; events by a word of their name. */
export function SearchResultPage() {
  const params = usePageParams();
  const eventName = (params.get('event_name') ?? '').trim();
  const conditions = conditionsOf(params);
  const paths = usePaths();
  const chips = useChips(params);
  if (Object.keys(conditions).length === 0)
    return eventName === '' ? <NothingAsked /> : <EventResult name={eventName} />;
  const about = chips.map(({ label }) => label).join(' × ');
  return (
    <>
      <SectionHead level={1} title={about === '' ? pageTitles['search-result'] : texts.resultOf(about)} />
      <NarrowBar hasSorts />
      <PhotoList
        filter={{ ...filterOf(conditions), sort: sortOf(params) }}
        empty={
          <LazyListState
            kind="empty"
            title={texts.empty}
            text={texts.emptyText}
            action={
              chips.length > 1 ? (
                <LinkButton href={paths.search({})} replace>
                  {texts.clearAll}
                </LinkButton>
              ) : (
                <SearchButton />
              )
            }
          />
        }
      />
    </>
  );
}

function SearchButton() {
  const { open } = useOverlays();
  return (
    <Button icon={<Search aria-hidden="true" size={18} />} onClick={() => open({ mode: 'word-search' })}>
      {texts.openSearch}
    </Button>
  );
}

function NothingAsked() {
  return (
    <>
      <SectionHead level={1} title={pageTitles['search-result']} />
      <EmptyState icon={<Search aria-hidden="true" />} title={texts.noCondition} action={<SearchButton />} />
      <section aria-labelledby="popular-words">
        <SectionHead id="popular-words" isPlain title={texts.popular} />
        <PopularWords max={POPULAR_WORDS.list} />
      </section>
    </>
  );
}

function EventResult({ name }: { readonly name: string }) {
  const { events, isPending, error, retry } = useAllEvents();
  const session = useSession();
  const { open } = useOverlays();
  const now = useNow();
  const matches = wordMatcher(name);
  const found = events.filter(({ event_name }) => matches(event_name));
  const isUnseen = found.length === 0 && isNoSignal(error);
  return (
    <>
      <SectionHead
        level={1}
        title={texts.eventsOf(name)}
        note={found.length > 0 ? texts.eventCount(found.length) : undefined}
      />
      {isUnseen ? (
        <LoadFailure icon={<CalendarX aria-hidden="true" />} title={event.failed} error={error} onRetry={retry} />
      ) : (
        <ReferenceFailures of={['getEvents', 'getMemorialEvents', 'getPhotocons']} />
      )}
      {isUnseen ? null : found.length === 0 && !isPending ? (
        <EmptyState icon={<CalendarX aria-hidden="true" />} title={texts.noEvent} action={<SearchButton />} />
      ) : (
        <ul className={styles.events}>
          {found.map((event) => (
            <li key={event.event_id}>
              <EventCard
                event={event}
                now={now}
                userId={session.status === 'anonymous' ? null : session.user.id}
                headingLevel={2}
                onAlbum={(eventId) => open({ mode: 'album-detail', eventId })}
              />
            </li>
          ))}
          {found.length === 0 &&
            [1, 2, 3].map((card) => (
              <li key={card}>
                <EventCardSkeleton />
              </li>
            ))}
        </ul>
      )}
    </>
  );
}
