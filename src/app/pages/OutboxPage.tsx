import { OutboxContent } from '../../features/post/outbox/OutboxContent.tsx';
import { pageTitles } from '../../messages/ja.ts';
import { outbox as texts } from '../../messages/jaOutbox.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';
import styles from './OutboxPage.module.css';

/** The outbox as a page: where notifications and the app's shortcut lead (QUE-04). */
export function OutboxPage() {
  return (
    <div className={styles.page}>
      <SectionHead level={1} title={pageTitles.outbox} />
      <p className={styles.lead}>{texts.pageLead}</p>
      <OutboxContent />
    </div>
  );
}
