import { AccountPage } from '../../features/account/AccountPage.tsx';
import { RulesPanel } from '../../features/account/RulesPanel.tsx';
import { rules } from '../../messages/jaAccount.ts';

export function RuleAgreementPage() {
  return (
    <AccountPage title={rules.title}>
      <RulesPanel />
    </AccountPage>
  );
}
