import { notices } from '../../messages/jaNotices.ts';
import { newsForm as texts } from '../../messages/jaStaffNews.ts';
import { useTenant } from '../../services/services.tsx';
import { MessageText } from '../../ui/MessageText.tsx';
import styles from './News.module.css';

interface NewsPreviewProps {
  readonly title: string;
  readonly body: string;
  /** Address of the picture; null: none. */
  readonly picture: string | null;
}

/** How a push and the list of notices show the news (STF-18a). */
export function NewsPreview({ title, body, picture }: NewsPreviewProps) {
  const tenant = useTenant();
  const shown = title.trim() || texts.untitled;
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <p className={styles.kind}>{texts.push}</p>
      <div className={styles.push}>
        <img src={tenant.logo} alt="" width={32} height={32} />
        <div>
          <p className={styles.title}>{shown}</p>
          <p className={styles.pushBody}>{body}</p>
        </div>
      </div>
      <p className={styles.kind}>{texts.list}</p>
      <div className={styles.notice}>
        <p className={styles.meta}>{notices.news}</p>
        <p className={styles.title}>{shown}</p>
        <p className={styles.body} lang="ja">
          <MessageText text={body} />
        </p>
        {picture !== null && <img src={picture} alt={notices.newsPicture} className={styles.picture} />}
      </div>
    </section>
  );
}
