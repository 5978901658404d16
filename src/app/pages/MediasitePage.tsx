import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { LazyListState, PhotoList } from '../../features/gallery/PhotoList.tsx';
import { conditionsOf, filterOf } from '../../features/search/conditions.ts';
import { NarrowBar } from '../../features/search/NarrowBar.tsx';
import { pageTitles } from '../../messages/ja.ts';
import { mediasite as texts } from '../../messages/jaMyPhoto.ts';
import { search as searchTexts } from '../../messages/jaSearch.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { usePaths } from '../../navigation/paths.ts';
import { eventQuery } from '../../queries/eventQueries.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import chips from './Chips.module.css';
import styles from './ListPages.module.css';

/** RTE-16: the lists of the other pages laid out for embedding, with one way to the whole product. */
export function MediasitePage() {
  const services = useServices();
  const tenant = useTenant();
  const paths = usePaths();
  const conditions = conditionsOf(usePageParams());
  const eventId = conditions.e;
  const event = useQuery({ ...eventQuery(services, eventId ?? ''), enabled: eventId !== undefined }).data;
  return (
    <>
      <div className={styles.embedHead}>
        <h1>{event?.event_name ?? pageTitles.mediasite}</h1>
        <a
          className={chips.chip}
          href={eventId === undefined ? paths.home : paths.event(eventId)}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink size={16} aria-hidden="true" />
          {texts.more(tenant.name)}
        </a>
      </div>
      <NarrowBar own={['e']} />
      <PhotoList
        filter={filterOf(conditions)}
        empty={
          <LazyListState
            kind="empty"
            {...(Object.keys(conditions).length > 0 ? { title: searchTexts.empty, text: searchTexts.emptyText } : {})}
          />
        }
      />
    </>
  );
}
