import { AccountPage } from '../../features/account/AccountPage.tsx';
import { DeleteAccountPanel } from '../../features/account/DeleteAccountPanel.tsx';
import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { leaving } from '../../messages/jaSettings.ts';

export function DeleteAccountPage() {
  return (
    <AccountPage title={leaving.title}>
      <SignedInOnly>{(user) => <DeleteAccountPanel user={user} />}</SignedInOnly>
    </AccountPage>
  );
}
