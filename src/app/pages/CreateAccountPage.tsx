import { AccountPage } from '../../features/account/AccountPage.tsx';
import { SignUpPanel } from '../../features/account/SignUpPanel.tsx';
import { signUp } from '../../messages/jaAccount.ts';

export function CreateAccountPage() {
  return (
    <AccountPage title={signUp.title} lead={signUp.lead}>
      <SignUpPanel />
    </AccountPage>
  );
}
