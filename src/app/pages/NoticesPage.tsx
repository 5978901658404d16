import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { NoticeList } from '../../features/notices/NoticeList.tsx';

/** RTE-08: notices, for who is signed in. */
export function NoticesPage() {
  return <SignedInOnly>{(user) => <NoticeList key={user.id} userId={user.id} />}</SignedInOnly>;
}
