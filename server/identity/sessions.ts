import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { SESSIONS_PER_ACCOUNT } from '../../src/contract/abuseLimits.ts';
import { createBatchLoader } from '../database/batchLoader.ts';
import { keepPlan } from '../database/preparedQuery.ts';
import type { Database } from '../database/schema.ts';
import type { SessionTable } from './tables.ts';

/** Refresh tokens live this long and are not renewed by use. */
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** What is kept of a browser's description. */
const USER_AGENT_MAX = 300;
export type IdentitySession = Selectable<SessionTable>;

export interface Sessions {
  /**
   * The refresh token is given out here and never again: only its hash is stored. Ends the account's oldest sign-in if there are
   * SESSIONS_PER_ACCOUNT already.
   */
  open(sub: string, userAgent: string): Promise<{ session: IdentitySession; refreshToken: string }>;
  /** Null: unknown, closed or expired. */
  findByRefreshToken(token: string): Promise<IdentitySession | null>;
  isOpen(id: string, sub: string): Promise<boolean>;
  closeByRefreshToken(token: string): Promise<void>;
  /** The user's open sign-ins, latest first. */
  list(sub: string): Promise<IdentitySession[]>;
  /** Ends one of the user's sign-ins. False: there is none of that id. */
  close(id: string, sub: string): Promise<boolean>;
  /** Ends the user's sign-ins on all devices, or on all but one. */
  closeAll(sub: string, exceptId?: string): Promise<void>;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createSessions(db: Kysely<Database>, now: () => number): Sessions {
  const alive = () => db.selectFrom('identity_session').selectAll().where('expires_at', '>', new Date(now()));
  return {
    async open(sub, userAgent) {
      const refreshToken = randomBytes(48).toString('base64url');
      const session: IdentitySession = {
        id: randomUUID(),
        sub,
        refresh_hash: hashOf(refreshToken),
        signed_in_at: new Date(now()),
        expires_at: new Date(now() + LIFETIME_MS),
        user_agent: userAgent.slice(0, USER_AGENT_MAX),
      };
      await db.insertInto('identity_session').values(session).execute();
      await removeOldest(db, sub);
      return { session, refreshToken };
    },
    findByRefreshToken: async (token) =>
      (await alive().where('refresh_hash', '=', hashOf(token)).executeTakeFirst()) ?? null,
    isOpen: async (id, sub) =>
      (await alive().where('id', '=', id).where('sub', '=', sub).executeTakeFirst()) !== undefined,
    list: (sub) =>
      alive()
        .where('sub', '=', sub)
        .orderBy('signed_in_at', 'desc')
        .orderBy('id')
        .limit(SESSIONS_PER_ACCOUNT)
        .execute(),
    async close(id, sub) {
      const closed = await db
        .deleteFrom('identity_session')
        .where('id', '=', id)
        .where('sub', '=', sub)
        .returning('id')
        .executeTakeFirst();
      return closed !== undefined;
    },
    async closeByRefreshToken(token) {
      await db.deleteFrom('identity_session').where('refresh_hash', '=', hashOf(token)).execute();
    },
    async closeAll(sub, exceptId) {
      const all = db.deleteFrom('identity_session').where('sub', '=', sub);
      await (exceptId === undefined ? all : all.where('id', '<>', exceptId)).execute();
    },
  };
}

/** Ends the oldest sign-ins beyond SESSIONS_PER_ACCOUNT (SAF-42), by any number of server copies at once. */
async function removeOldest(db: Kysely<Database>, sub: string): Promise<void> {
  await sql`delete from identity_session where id = any(array(
    select id from identity_session where sub = ${sub}
    order by signed_in_at desc, expires_at desc, id offset ${SESSIONS_PER_ACCOUNT}))`.execute(db);
}

/**
 * Whether tokens of this sign-in were revoked: signed out everywhere, token revoked, password reset or account gone. Asked
 * with every call; calls of the same moment ask together.
 */
export function createRevocationCheck(
  db: Kysely<Database>,
  now: () => number,
): (originJti: string, sub: string) => Promise<boolean> {
  const ownerOf = createBatchLoader(async (ids) => {
    const query = db
      .selectFrom('identity_session')
      .select(['id', 'sub'])
      .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
      .where('expires_at', '>', new Date(now()));
    const { rows } = await db.executeQuery(keepPlan(query.compile()));
    return new Map(rows.map(({ id, sub }) => [id, sub]));
  });
  return async (originJti, sub) => (await ownerOf(originJti)) !== sub;
}
