import { kept } from '../../../messages/jaKept.ts';
import { measurements } from '../../../messages/jaMeasurements.ts';
import { leaveEntry } from '../../../messages/jaSettings.ts';
import { usePaths } from '../../../navigation/paths.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { KeptList } from '../../keep/KeptList.tsx';
import { MeasurementSwitch } from '../MeasurementSwitch.tsx';
import { ExportSection } from './ExportSection.tsx';
import { HiddenPeopleSection } from './HiddenPeopleSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { StoredSection } from './StoredSection.tsx';

/** The account as a whole: where it is signed in, what is kept here, taking everything along, leaving. */
export function AccountTab({ user }: { readonly user: SessionUser }) {
  const paths = usePaths();
  return (
    <>
      <SessionsSection />
      <HiddenPeopleSection list="mutes" />
      <HiddenPeopleSection list="blocks" />
      <SettingsSection title={kept.listTitle} lead={kept.listLead}>
        <KeptList />
      </SettingsSection>
      <StoredSection user={user} />
      <SettingsSection title={measurements.title}>
        <MeasurementSwitch />
      </SettingsSection>
      <ExportSection />
      <SettingsSection title={leaveEntry.title} lead={leaveEntry.lead}>
        <LinkButton href={paths.common('delete-account')}>{leaveEntry.action}</LinkButton>
      </SettingsSection>
    </>
  );
}
