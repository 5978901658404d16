import { SignedInOnly } from '../../features/account/SignedInOnly.tsx';
import { SettingsPanel } from '../../features/account/settings/SettingsPanel.tsx';
import { settings } from '../../messages/jaSettings.ts';

export function SettingsPage() {
  return <SignedInOnly title={settings.title}>{(user) => <SettingsPanel key={user.id} user={user} />}</SignedInOnly>;
}
