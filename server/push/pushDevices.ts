/** Browsers that fans want to be told on: a row a browser and tenant (TEN-10). */
import { type Kysely, sql, type Transaction } from 'kysely';
import { PUSH_DEVICES_MAX } from '../../src/contract/limits.ts';
import { sha256Hex } from '../../src/contract/userMark.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import { deleteInOrder } from '../database/rowLocks.ts';
import type { Database } from '../database/schema.ts';

export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Where the page is that subscribed; null: not known. */
  readonly origin: string | null;
}

/** What stands for an endpoint where the address itself need not be told. */
export const endpointId = sha256Hex;

/** Keeps the browser for the fan. Whoever had it before is told there no more, in no tenant. */
export async function savePushDevice(
  trx: Transaction<Database>,
  device: PushDevice & { readonly tenant: string; readonly userId: string; readonly sessionId: string | null },
  now: Date,
): Promise<void> {
  const { tenant, userId, sessionId, endpoint, p256dh, auth, origin } = device;
  const endpoint_id = await endpointId(endpoint);
  const values = { user_id: userId, endpoint, p256dh, auth, session_id: sessionId, origin };
  await deleteInOrder(trx, 'push_device', sql`endpoint_id = ${endpoint_id} and user_id <> ${userId}`);
  await trx
    .insertInto('push_device')
    .values({ tenant, endpoint_id, ...values, created_at: now })
    .onConflict((c) => c.columns(['tenant', 'endpoint_id']).doUpdateSet(values))
    .execute();
  await deleteInOrder(
    trx,
    'push_device',
    sql`tenant = ${tenant} and user_id = ${userId} and endpoint_id in (
      select endpoint_id from push_device where tenant = ${tenant} and user_id = ${userId}
      order by created_at desc, endpoint_id offset ${PUSH_DEVICES_MAX})`,
  );
}

/** Whether this browser is registered for pushes, with its origin. `device`: as `endpointId` names it. Without an origin it has to register again. */
export async function hasPushDevice(
  db: Kysely<Database>,
  tenant: string,
  userId: string,
  device: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('push_device')
    .select('endpoint_id')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where('endpoint_id', '=', device)
    .where('origin', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends it for one tenant, or for all (null). Gives how many tenants still tell this browser. */
export async function removePushDevice(db: Kysely<Database>, endpoint: string, tenant: string | null): Promise<number> {
  const endpoint_id = await endpointId(endpoint);
  return inTransaction(db, async (trx) => {
    const ofTenant = tenant === null ? sql`` : sql`and tenant = ${tenant}`;
    await deleteInOrder(trx, 'push_device', sql`endpoint_id = ${endpoint_id} ${ofTenant}`);
    const { n } = await trx
      .selectFrom('push_device')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('endpoint_id', '=', endpoint_id)
      .executeTakeFirstOrThrow();
    return n;
  });
}

/** The fan's browsers of one tenant, or one of them. One whose sign-in has ended goes, and is not among them. */
export async function takeLivePushDevices(
  db: Kysely<Database>,
  {
    tenant,
    userId,
    endpointId: only,
  }: { readonly tenant: string; readonly userId: string; readonly endpointId: string },
  now: Date,
): Promise<PushDevice[]> {
  await inTransaction(db, (trx) =>
    deleteInOrder(
      trx,
      'push_device',
      sql`tenant = ${tenant} and user_id = ${userId} and session_id is not null
        and not exists (select 1 from identity_session s
          where s.id = push_device.session_id and s.sub = push_device.user_id and s.expires_at > ${now})`,
    ),
  );
  return db
    .selectFrom('push_device')
    .select(['endpoint', 'p256dh', 'auth', 'origin'])
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .$if(only !== '', (query) => query.where('endpoint_id', '=', only))
    .execute();
}
