import type { UserAttributes } from '../../../src/contract/entities.ts';
import { CONSENT_RECORDS_MAX, QUERY_TEXT_MAX } from '../../../src/contract/limits.ts';
import { mayAs } from '../../../src/contract/staffRoles.ts';
import { formatWireDate } from '../../../src/rules/dates.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { readOwners } from '../access/ambassadorRepository.ts';
import { readPublishRoom } from '../access/publishing.ts';
import { readOwnRole } from '../access/staff.ts';
import { isSuspendedAnywhere, readSuspension } from '../access/suspensionRepository.ts';
import { ApiFailure, type CallerContext, type Context, done, type Handlers } from '../handlers.ts';
import { readNoticeSettings } from '../notices/repository.ts';
import { screenName } from '../photos/repository.ts';
import { readWaiting } from '../staff/caseViewRepository.ts';
import {
  addConsent,
  lockMembership,
  readConsents,
  readUsepermit,
  saveUsepermit,
  withdrawFromPhotos,
} from './consentRepository.ts';
import {
  findMembersByName,
  isInFirstSteps,
  type Profile,
  readLeftAt,
  readMemberships,
  readProfile,
  readReservedNames,
  saveFirstSteps,
  saveMembership,
  saveProfile,
} from './repository.ts';
import { isReservedForOthers } from './reservedNames.ts';

/**
 * Asks the identity provider, and renews what our lists show. null: no such account. A suspended fan stays as shown, whatever was
 * changed at a provider that knows no suspensions (OPR-03c).
 */
async function renewProfile({ db, attributesOf, now }: Context, userId: string): Promise<Profile | null> {
  const leftAt = await readLeftAt(db, userId);
  const attributes = await attributesOf(userId);
  if (!attributes) return null;
  const shown = (await isSuspendedAnywhere(db, userId, now())) ? await readProfile(db, userId) : null;
  if (shown) return shown;
  const { nickname, avatar } = attributes;
  return { userId, avatar, nickname: await saveProfile(db, { userId, nickname, avatar }, leftAt) };
}

const toAttributes = (profile: Profile): UserAttributes => ({
  sub: profile.userId,
  Username: profile.userId,
  Name: screenName(profile),
  ...(profile.avatar === null ? {} : { extended4: profile.avatar }),
});

/** Why the caller may not post, as fans are told: the last day instead of the moment. */
async function suspensionOf({ db, tenant, userId, now }: CallerContext) {
  const row = await readSuspension(db, { tenant, userId }, now());
  if (!row) return null;
  const { reason, until } = row;
  return { reason, until: until === null ? null : formatWireDate(until.getTime() - 1) };
}
/** Of staff alone: the role, and how many cases wait. Everybody else's answer does not name the desk. */
async function readOwnDesk({ db, tenant, userId, request, now }: CallerContext) {
  const role = await readOwnRole({ db, tenant, userId, email: request?.email ?? null }, now());
  if (role === null) return {};
  return { staff: { role, waiting: mayAs(role, 'moderator') ? (await readWaiting(db, tenant)).open : 0 } };
}
const nameless = (userId: string): UserAttributes => ({ sub: userId, Username: userId });

export const userHandlers = {
  async getUserTenants({ db, userId }) {
    return { list: await readMemberships(db, userId) };
  },
  async putUserTenant(context, { body }) {
    const { db, tenant, userId } = context;
    if (body.tenant_id !== tenant) throw new ApiFailure('TENANT_MISMATCH');
    // A token outlives its account for a while.
    if (!(await renewProfile(context, userId))) throw new ApiFailure('UNAUTHENTICATED');
    const isSaved = await inTransaction(db, (trx) => saveMembership(trx, tenant, userId, body.agreed_version));
    if (!isSaved) throw new ApiFailure('UNAUTHENTICATED');
    const memberships = await readMemberships(db, userId);
    await context.saveTenants?.(
      userId,
      memberships.map((row) => row.tenant_id),
    );
    return done;
  },
  async getOwnAttributes(context) {
    const { db, userId } = context;
    const mayAsk = (await context.mayAskProvider?.(userId)) ?? true;
    const profile = mayAsk ? await renewProfile(context, userId) : await readProfile(db, userId);
    const notice_settings = await readNoticeSettings(db, userId);
    const first_steps = await isInFirstSteps(db, userId);
    const isReserved = profile !== null && (await isReservedForOthers(db, profile.nickname, userId));
    return {
      ...(profile ? toAttributes(profile) : nameless(userId)),
      notice_settings,
      first_steps,
      ...(isReserved ? { name_reserved: true } : {}),
    };
  },
  async putFirstSteps({ db, userId }, { body }) {
    await saveFirstSteps(db, userId, body.first_steps);
    return done;
  },
  async getUserAttributes({ db }, { params }) {
    const profile = await readProfile(db, params.userId);
    return profile ? toAttributes(profile) : nameless(params.userId);
  },
  async findUsersByName({ db, tenant }, { query }) {
    const key = searchKey(query.name, QUERY_TEXT_MAX);
    const rows = key === '' ? [] : await findMembersByName(db, tenant, key);
    return { list: rows.map((row) => ({ user_id: row.user_id, user_name: screenName(row) })) };
  },
  async getReservedNames({ db, tenant }) {
    return { list: await readReservedNames(db, tenant), owners: await readOwners(db, tenant) };
  },
  async getAccountState(context) {
    const { db, userId } = context;
    const [profile, usepermit, memberships, suspension] = await Promise.all([
      readProfile(db, userId),
      readUsepermit(db, context),
      readMemberships(db, userId),
      suspensionOf(context),
    ]);
    const staff = await readOwnDesk(context);
    return { ...(profile ? { Name: screenName(profile) } : {}), usepermit, memberships, suspension, ...staff };
  },
  async getSuspension(context) {
    return { suspension: await suspensionOf(context) };
  },
  getPublishRoom: readPublishRoom,
  async getUsepermit(context) {
    return { usepermit: await readUsepermit(context.db, context) };
  },
  async putUsepermit(context, { body: { usepermit, wording = '', earlier_posts: earlier = false } }) {
    if (usepermit && earlier) throw new ApiFailure('INVALID_REQUEST');
    await inTransaction(context.db, async (trx) => {
      // The strongest lock at once: a post that is being registered ends first, and its photos are earlier ones.
      if (!(await lockMembership(trx, context))) throw new ApiFailure('NOT_A_MEMBER');
      const hasChanged = await saveUsepermit(trx, context, usepermit);
      const photos = earlier ? await withdrawFromPhotos(trx, context) : 0;
      if (!hasChanged && photos === 0 && !earlier) return;
      const { tenant, userId: user_id } = context;
      const record = {
        tenant,
        user_id,
        at: context.now(),
        usepermit,
        place: 'settings',
        wording,
        photos,
        earlier,
      } as const;
      await addConsent(trx, record);
    });
    return done;
  },
  async getConsents(context) {
    const records = await readConsents(context.db, context, CONSENT_RECORDS_MAX);
    return { list: records.map(({ tenant_id: _, ...record }) => record) };
  },
} satisfies Partial<Handlers>;
