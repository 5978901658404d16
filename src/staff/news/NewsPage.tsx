import { useState } from 'react';
import type { News } from '../../contract/staffNewsEndpoints.ts';
import { newsPage as texts } from '../../messages/jaStaffNews.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../Loaded.tsx';
import styles from '../Staff.module.css';
import { useStaffQuery } from '../useStaff.tsx';
import { NewsEditor } from './NewsEditor.tsx';
import { isNewsWaiting, NewsFacts } from './NewsFacts.tsx';
import { PublishedNews } from './PublishedNews.tsx';

/** How often counters are asked for again, in milliseconds. */
const EVERY_MS = 10_000;

/** The club's news: what waits, and what was sent with how many saw it (STF-18). */
export function NewsPage() {
  const query = useStaffQuery('getStaffNews', { everyMs: EVERY_MS });
  const [opened, setOpened] = useState<{ readonly news: News | null } | null>(null);
  const close = () => setOpened(null);
  const open = (news: News) => setOpened({ news });
  return (
    <>
      <p className={styles.quiet}>{texts.lead}</p>
      <Button variant="primary" onClick={() => setOpened({ news: null })}>
        {texts.add}
      </Button>
      <Loaded query={query}>
        {({ list }) => {
          const waiting = list.filter(isNewsWaiting);
          const published = list.filter((news) => !isNewsWaiting(news));
          return (
            <>
              <section className={styles.section}>
                <h2>{texts.waiting}</h2>
                {waiting.length === 0 && <p className={styles.quiet}>{texts.noneWaiting}</p>}
                <NewsRows list={waiting} onOpen={open} />
              </section>
              <section className={styles.section}>
                <h2>{texts.published}</h2>
                <p className={styles.quiet}>{published.length === 0 ? texts.nonePublished : texts.countsHint}</p>
                <NewsRows list={published} onOpen={open} />
              </section>
            </>
          );
        }}
      </Loaded>
      {opened !== null &&
        (opened.news === null || isNewsWaiting(opened.news) ? (
          <NewsEditor news={opened.news} onClose={close} />
        ) : (
          <PublishedNews news={opened.news} onClose={close} />
        ))}
    </>
  );
}

interface NewsRowsProps {
  readonly list: readonly News[];
  readonly onOpen: (news: News) => void;
}

function NewsRows({ list, onOpen }: NewsRowsProps) {
  return (
    <ul className={styles.rows}>
      {list.map((news) => (
        <li key={news.news_id} className={styles.row}>
          <button type="button" className={styles.open} onClick={() => onOpen(news)}>
            <strong>{news.title}</strong>
            <NewsFacts news={news} />
          </button>
        </li>
      ))}
    </ul>
  );
}
