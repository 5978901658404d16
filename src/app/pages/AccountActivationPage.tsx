import { AccountPage } from '../../features/account/AccountPage.tsx';
import { ActivationPanel } from '../../features/account/ActivationPanel.tsx';
import { activation } from '../../messages/jaAccount.ts';

export function AccountActivationPage() {
  return (
    <AccountPage title={activation.title}>
      <ActivationPanel />
    </AccountPage>
  );
}
