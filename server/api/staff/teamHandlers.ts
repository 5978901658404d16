import type { Transaction } from 'kysely';
import { STAFF_MAX } from '../../../src/contract/staffLimits.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { ApiFailure, done } from '../handlers.ts';
import { screenName } from '../photos/repository.ts';
import { logOwn } from './logOwn.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';
import {
  countStaff,
  hasOtherOwner,
  isTenantOfficial,
  lockTeam,
  readInvitations,
  readMemberRole,
  readStaffSettings,
  readTeam,
  removeInvitation,
  removeMember,
  saveInvitation,
  saveRole,
  saveStaffSettings,
} from './teamRepository.ts';

const wireTime = (at: Date): string => formatWireDateTime(at.getTime());

/** The staff member's role, locked with the team. Throws NOT_ALLOWED for the official user, LAST_OWNER where nobody else owns the desk. */
async function requireReplaceable(
  { tenant, now }: StaffContext,
  trx: Transaction<Database>,
  user_id: string,
  isStillOwner: boolean,
) {
  await lockTeam(trx, tenant);
  if (await isTenantOfficial(trx, tenant, user_id)) throw new ApiFailure('NOT_ALLOWED');
  const role = await readMemberRole(trx, tenant, user_id);
  if (role === 'owner' && !isStillOwner && !(await hasOtherOwner(trx, tenant, user_id, now())))
    throw new ApiFailure('LAST_OWNER');
  return role;
}

export const teamHandlers = {
  async getStaffTeam({ db, tenant, now }) {
    const members = await readTeam(db, tenant, now());
    const invitations = await readInvitations(db, tenant);
    return {
      members: members.map(({ nickname, added_at, ...member }) => ({
        ...member,
        user_name: screenName({ nickname }),
        added_at: added_at === null ? null : wireTime(added_at),
      })),
      invitations: invitations.map((row) => ({ ...row, invited_at: wireTime(row.invited_at) })),
    };
  },
  async putStaffInvitation(context, { body: { email, role } }) {
    const { db, tenant, userId, now } = context;
    await inTransaction(db, async (trx) => {
      await lockTeam(trx, tenant);
      if ((await countStaff(trx, tenant)) >= STAFF_MAX) throw new ApiFailure('NOT_ALLOWED');
      await saveInvitation(trx, { tenant, email, role, invited_at: now(), invited_by: userId });
      await logOwn(context, trx, { act: 'staff invite', what: email, outcome: `Invited as ${role}.`, after: { role } });
    });
    return done;
  },
  async deleteStaffInvitation(context, { body: { email } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const role = await removeInvitation(trx, tenant, email);
      if (role === null) return;
      await logOwn(context, trx, { act: 'staff uninvite', what: email, outcome: 'Taken back.', before: { role } });
    });
    return done;
  },
  async putStaffRole(context, { body: { user_id, role } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const before = await requireReplaceable(context, trx, user_id, role === 'owner');
      if (before === null) throw new ApiFailure('NOT_FOUND');
      if (before === role) return;
      await saveRole(trx, tenant, user_id, role);
      const states = { before: { role: before }, after: { role } };
      await logOwn(context, trx, {
        act: 'staff change',
        what: user_id,
        outcome: `${before} is ${role} now.`,
        ...states,
      });
    });
    return done;
  },
  async deleteStaffMember(context, { body: { user_id } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      const role = await requireReplaceable(context, trx, user_id, false);
      if (role === null) return;
      await removeMember(trx, tenant, user_id);
      await logOwn(context, trx, { act: 'staff remove', what: user_id, outcome: `Was ${role}.`, before: { role } });
    });
    return done;
  },
  async getStaffSettings({ db, tenant }) {
    return { hides_reported: (await readStaffSettings(db, tenant)).hides_reported };
  },
  async putStaffSettings(context, { body: { hides_reported } }) {
    const { db, tenant } = context;
    await inTransaction(db, async (trx) => {
      await lockTeam(trx, tenant);
      const before = await readStaffSettings(trx, tenant);
      if (before.hides_reported === hides_reported) return;
      await saveStaffSettings(trx, { tenant, hides_reported });
      const outcome = `Reports ${hides_reported ? 'hide' : 'do not hide'} photos.`;
      await logOwn(context, trx, { act: 'staff settings', what: '', outcome, before, after: { hides_reported } });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
