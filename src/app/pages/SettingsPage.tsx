import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { SettingsPanel } from '../../features/account/settings/SettingsPanel.tsx';

export function SettingsPage() {
  return <SignedInOnly>{(user) => <SettingsPanel key={user.id} user={user} />}</SignedInOnly>;
}
