import { type SubmitEvent, useState } from 'react';
import type { StaffMember } from '../contract/staffEndpoints.ts';
import { STAFF_ROLES, type StaffRole } from '../contract/staffRoles.ts';
import { errorText } from '../messages/jaErrors.ts';
import { staffRoleHints, staffRoleNames, teamPage as texts } from '../messages/jaStaff.ts';
import { plainEmail } from '../rules/emailAddress.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { SelectField, SwitchField, TextField } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** Owners invite, change and remove staff, and choose what reports do. */
export function TeamPage() {
  const query = useStaffQuery('getStaffTeam');
  return (
    <>
      <Loaded query={query}>
        {({ members, invitations }) => (
          <>
            <section className={styles.section}>
              <h2>{texts.members}</h2>
              <ul className={styles.rows}>
                {members.map((member) => (
                  <MemberRow key={member.user_id} member={member} />
                ))}
              </ul>
            </section>
            {invitations.length > 0 && (
              <section className={styles.section}>
                <h2>{texts.invitations}</h2>
                <ul className={styles.rows}>
                  {invitations.map((one) => (
                    <InvitationRow key={one.email} email={one.email} role={one.role} />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Loaded>
      <InviteForm />
      <Settings />
    </>
  );
}

const roleOptions = STAFF_ROLES.map((role) => (
  <option key={role} value={role}>
    {staffRoleNames[role]}
  </option>
));

function MemberRow({ member }: { readonly member: StaffMember }) {
  const name = member.user_name || texts.unnamed;
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const changing = useStaffWrite('putStaffRole', ({ role }) => toast(texts.changed(name, staffRoleNames[role])));
  const removing = useStaffWrite('deleteStaffMember', () => toast(texts.removed(name)));
  const failed = changing.error ?? removing.error;
  const { user_id } = member;
  return (
    <li className={styles.row}>
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className={styles.quiet}>
          {member.is_official ? texts.official : staffRoleHints[member.role]}
          {member.is_suspended && ` ${texts.suspended}`}
        </p>
      </div>
      {!member.is_official && (
        <div className={styles.rowActions}>
          <SelectField
            label={texts.roleOf(name)}
            value={member.role}
            disabled={changing.isPending}
            onChange={(event) => changing.mutate({ user_id, role: event.target.value as StaffRole })}
          >
            {roleOptions}
          </SelectField>
          <Button aria-label={texts.removeOf(name)} isBusy={removing.isPending} onClick={() => setAsked(true)}>
            {texts.remove}
          </Button>
        </div>
      )}
      {failed && <Banner tone="error">{errorText(errorCodeOf(failed))}</Banner>}
      {isAsked && (
        <ConfirmModal
          text={texts.askRemove(name)}
          actionLabel={texts.remove}
          isDangerous
          onConfirm={() => removing.mutate({ user_id })}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}

function InvitationRow({ email, role }: { readonly email: string; readonly role: StaffRole }) {
  const toast = useToast();
  const removing = useStaffWrite('deleteStaffInvitation', () => toast(texts.takenBack));
  return (
    <li className={styles.row}>
      <div>
        <p>{email}</p>
        <p className={styles.quiet}>{staffRoleNames[role]}</p>
      </div>
      <Button
        aria-label={texts.takeBackOf(email)}
        isBusy={removing.isPending}
        onClick={() => removing.mutate({ email })}
      >
        {texts.takeBack}
      </Button>
      {removing.error && <Banner tone="error">{errorText(errorCodeOf(removing.error))}</Banner>}
    </li>
  );
}

function InviteForm() {
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('moderator');
  const inviting = useStaffWrite('putStaffInvitation', (body) => {
    toast(texts.invited(body.email));
    setEmail('');
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    inviting.mutate({ email: plainEmail(email).toLowerCase(), role });
  };
  return (
    <section className={styles.section}>
      <h2>{texts.invite}</h2>
      <p className={styles.quiet}>{texts.inviteLead}</p>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="off"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={inviting.error ? errorText(errorCodeOf(inviting.error)) : null}
        />
        <SelectField
          label={texts.role}
          hint={staffRoleHints[role]}
          value={role}
          onChange={(event) => setRole(event.target.value as StaffRole)}
        >
          {roleOptions}
        </SelectField>
        <Button variant="primary" type="submit" isBusy={inviting.isPending}>
          {texts.invite}
        </Button>
      </form>
    </section>
  );
}

function Settings() {
  const query = useStaffQuery('getStaffSettings');
  const saving = useStaffWrite('putStaffSettings');
  return (
    <section className={styles.section}>
      <h2>{texts.settings}</h2>
      <Loaded query={query}>
        {({ hides_reported }) => (
          <SwitchField
            label={texts.hides}
            hint={texts.hidesHint}
            isOn={saving.isPending ? saving.variables.hides_reported : hides_reported}
            disabled={saving.isPending}
            onChange={(isOn) => saving.mutate({ hides_reported: isOn })}
          />
        )}
      </Loaded>
      {saving.error && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
    </section>
  );
}
