import type { UserAttributes } from '../../../src/contract/entities.ts';
import { QUERY_TEXT_MAX } from '../../../src/contract/limits.ts';
import { formatWireDate } from '../../../src/rules/dates.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { readOwners } from '../access/ambassadorRepository.ts';
import { asMember } from '../access/membership.ts';
import { readSuspension } from '../access/suspensionRepository.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';
import { readNoticeSettings } from '../notices/repository.ts';
import { screenName } from '../photos/repository.ts';
import {
  findMembersByName,
  isInFirstSteps,
  type Profile,
  readLeftAt,
  readMemberships,
  readProfile,
  readReservedNames,
  readUsepermit,
  saveFirstSteps,
  saveMembership,
  saveProfile,
  saveUsepermit,
} from './repository.ts';
import { isReservedForOthers } from './reservedNames.ts';

/** Asks the identity provider, and renews what our lists show. null: no such account. */
async function renewProfile({ db, attributesOf }: Context, userId: string): Promise<Profile | null> {
  const leftAt = await readLeftAt(db, userId);
  const attributes = await attributesOf(userId);
  if (!attributes) return null;
  const { nickname, avatar } = attributes;
  return { userId, avatar, nickname: await saveProfile(db, { userId, nickname, avatar }, leftAt) };
}

const toAttributes = (profile: Profile): UserAttributes => ({
  sub: profile.userId,
  Username: profile.userId,
  Name: screenName(profile),
  ...(profile.avatar === null ? {} : { extended4: profile.avatar }),
});
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
  async getSuspension({ db, tenant, userId, now }) {
    const row = await readSuspension(db, { tenant, userId }, now());
    if (!row) return { suspension: null };
    const { reason, until } = row;
    return { suspension: { reason, until: until === null ? null : formatWireDate(until.getTime() - 1) } };
  },
  async getUsepermit({ db, tenant, userId }) {
    return { usepermit: await readUsepermit(db, tenant, userId) };
  },
  async putUsepermit(context, { body: { usepermit } }) {
    const { tenant, userId: user_id } = context;
    await asMember(context, (trx) => saveUsepermit(trx, { tenant, user_id, usepermit }));
    return done;
  },
} satisfies Partial<Handlers>;
