import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ConsentRecord } from '../../../contract/entities.ts';
import { profile as texts } from '../../../messages/jaSettings.ts';
import { callerOf, endpointQuery, type UserQuerySource } from '../../../queries/endpointQuery.ts';
import { formatDateTime, parseWireDate } from '../../../rules/dates.ts';
import { useServices, useTenant } from '../../../services/services.tsx';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { Button } from '../../../ui/Button.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

export const consentsQuery = (source: UserQuerySource) => endpointQuery(source, 'getConsents', {}, callerOf(source));

/** Photo-use permission in this tenant as the server has it now, the way to change it, and its records (ROL-06b). */
export function PermissionSection({ user }: { readonly user: SessionUser }) {
  const { session } = useServices();
  const { partyLabel } = useTenant();
  const overlays = useOverlays();
  // Another device may have changed it.
  useEffect(() => void session.renew(), [session]);
  const state = user.usepermit === null ? 'unknown' : user.usepermit ? 'yes' : 'no';
  return (
    <SettingsSection title={texts.permission} lead={texts.permissionState[state](partyLabel)}>
      <Button onClick={() => overlays.open({ mode: 'user-permission', isSetting: true })}>
        {texts.changePermission}
      </Button>
      <Consents />
    </SettingsSection>
  );
}

/** The records are loaded when the fan opens them. */
function Consents() {
  const source = useServices();
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({ ...consentsQuery(source), enabled: isOpen, refetchOnMount: 'always' });
  return (
    <details className={styles.records} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.consents.title}</summary>
      {isError && <p role="alert">{texts.consents.failed}</p>}
      {data?.list.length === 0 && <p>{texts.consents.none}</p>}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map((record) => (
            <li key={JSON.stringify(record)}>
              <time dateTime={record.at.replace(' ', 'T')}>{formatDateTime(parseWireDate(record.at) ?? 0)}</time>
              <span>{textOf(record)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function textOf({ place, usepermit, photos }: ConsentRecord): string {
  if (place === 'form') return texts.consents.form(usepermit, photos);
  return photos > 0 ? texts.consents.earlier(photos) : texts.consents.settings(usepermit);
}
