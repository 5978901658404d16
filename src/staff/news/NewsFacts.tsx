import type { News } from '../../contract/staffNewsEndpoints.ts';
import { newsReach, newsStates, newsPage as texts } from '../../messages/jaStaffNews.ts';
import { showWireTime } from '../../rules/dates.ts';
import styles from '../Staff.module.css';
import newsStyles from './News.module.css';

/** Whether a news item can still be edited. */
export const isNewsWaiting = ({ state }: Pick<News, 'state'>): boolean => state === 'draft' || state === 'scheduled';

/** State, time, audience and counters of a news item. */
export function NewsFacts({ news }: { readonly news: News }) {
  const { state, publish_at, audience, about_name, delivered, pushed, opened } = news;
  return (
    <>
      <span className={`${newsStyles.facts} ${styles.quiet}`}>
        <span className={newsStyles.state} data-state={state}>
          {newsStates[state]}
        </span>
        {publish_at !== null && <span>{texts.at(showWireTime(publish_at))}</span>}
        <span>{newsReach(audience, about_name)}</span>
      </span>
      {!isNewsWaiting(news) && <span className={styles.quiet}>{texts.counts(delivered, pushed, opened)}</span>}
    </>
  );
}
