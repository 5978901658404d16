import { AccountPage } from '../../features/account/AccountPage.tsx';
import { ForgotPasswordPanel } from '../../features/account/ForgotPasswordPanel.tsx';
import { forgot } from '../../messages/jaSettings.ts';

export function ForgotPasswordPage() {
  return (
    <AccountPage title={forgot.title}>
      <ForgotPasswordPanel />
    </AccountPage>
  );
}
