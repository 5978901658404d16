import { sql } from 'kysely';
import type { UserAttributes } from '../../../src/contract/entities.ts';
import { LIST_PAGE_MAX, QUERY_TEXT_MAX } from '../../../src/contract/limits.ts';
import { searchKey } from '../../../src/rules/searchMatch.ts';
import { containsPattern, gramsOf } from '../../database/likePattern.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { requireMember } from '../access/membership.ts';
import { ApiFailure, type Context, done, type Handlers } from '../handlers.ts';
import { readNoticeSettings } from '../notices/noticeSettings.ts';
import { screenName } from '../photos/repository.ts';
import { isInFirstSteps, type Profile, saveProfile } from './repository.ts';

/** Asks the identity provider, and renews what our lists show. null: no such account. */
async function renewProfile({ db, attributesOf }: Context, userId: string): Promise<Profile | null> {
  const attributes = await attributesOf(userId);
  if (!attributes) return null;
  const { nickname, avatar } = attributes;
  return { userId, avatar, nickname: await saveProfile(db, { userId, nickname, avatar }) };
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
    const rows = await db
      .selectFrom('membership')
      .select(['tenant as tenant_id', 'agreed_version'])
      .where('user_id', '=', userId)
      .orderBy('joined_at')
      .orderBy('tenant')
      .execute();
    return { list: rows };
  },
  async putUserTenant(context, { body }) {
    const { db, tenant, userId } = context;
    if (body.tenant_id !== tenant) throw new ApiFailure('TENANT_MISMATCH');
    // A token outlives its account for a while.
    if (!(await renewProfile(context, userId))) throw new ApiFailure('UNAUTHENTICATED');
    await db
      .insertInto('membership')
      .values({ tenant, user_id: userId, agreed_version: body.agreed_version })
      .onConflict((c) => c.columns(['tenant', 'user_id']).doUpdateSet({ agreed_version: body.agreed_version }))
      .execute();
    const rows = await db.selectFrom('membership').select('tenant').where('user_id', '=', userId).execute();
    await context.saveTenants?.(
      userId,
      rows.map((row) => row.tenant),
    );
    return done;
  },
  async getOwnAttributes(context) {
    const profile = await renewProfile(context, context.userId);
    const notice_settings = await readNoticeSettings(context.db, context.userId);
    const first_steps = await isInFirstSteps(context.db, context.userId);
    return { ...(profile ? toAttributes(profile) : nameless(context.userId)), notice_settings, first_steps };
  },
  async putFirstSteps({ db, userId }, { body }) {
    await db.updateTable('profile').set(body).where('user_id', '=', userId).execute();
    return done;
  },
  async getUserAttributes(context, { params }) {
    const row = await context.db
      .selectFrom('profile')
      .selectAll()
      .where('user_id', '=', params.userId)
      .executeTakeFirst();
    if (!row || row.left_at !== null) return nameless(params.userId);
    return toAttributes({ userId: row.user_id, nickname: row.nickname, avatar: row.avatar });
  },
  async findUsersByName({ db, tenant }, { query }) {
    const key = searchKey(query.name, QUERY_TEXT_MAX);
    if (key === '') return { list: [] };
    const rows = await db
      .selectFrom('profile as f')
      .innerJoin('membership as m', 'm.user_id', 'f.user_id')
      .select(['f.user_id', 'f.nickname'])
      .where('m.tenant', '=', tenant)
      .where('f.left_at', 'is', null)
      .where(sql<boolean>`photo_terms(f.search, '{}') @> ${gramsOf(key)}::text[]`)
      .where('f.search', 'like', containsPattern(key))
      .orderBy('f.search')
      .orderBy('f.user_id')
      .limit(LIST_PAGE_MAX)
      .execute();
    return { list: rows.map((row) => ({ user_id: row.user_id, user_name: screenName(row) })) };
  },
  async getReservedNames({ db, tenant }) {
    const rows = await db
      .selectFrom('reserved_name')
      .select('name')
      .where('tenant', '=', tenant)
      .orderBy('name')
      .execute();
    return { list: rows.map((row) => row.name) };
  },
  async getUsepermit({ db, tenant, userId }) {
    const row = await db
      .selectFrom('usepermit')
      .select('usepermit')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return { usepermit: row?.usepermit ?? false };
  },
  async putUsepermit({ db, tenant, userId }, { body }) {
    const { usepermit } = body;
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await trx
        .insertInto('usepermit')
        .values({ tenant, user_id: userId, usepermit })
        .onConflict((c) => c.columns(['tenant', 'user_id']).doUpdateSet({ usepermit }))
        .execute();
    });
    return done;
  },
} satisfies Partial<Handlers>;
