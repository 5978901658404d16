import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { NoticeList } from '../../features/notices/NoticeList.tsx';
import { pageTitles } from '../../messages/ja.ts';
import styles from './ListPages.module.css';

/** RTE-08: notices, for who is signed in. */
export function NoticesPage() {
  return (
    <SignedInOnly title={pageTitles['notice-list']}>
      {(user) => (
        <div className={styles.column}>
          <NoticeList key={user.id} userId={user.id} />
        </div>
      )}
    </SignedInOnly>
  );
}
