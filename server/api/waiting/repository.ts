import { type Kysely, sql, type Transaction } from 'kysely';
import { WAITING_DEVICES } from '../../../src/contract/limits.ts';
import type { Database } from '../../database/schema.ts';

interface FanOfTenant {
  readonly tenant: string;
  readonly userId: string;
}
interface Told extends FanOfTenant {
  readonly device: string;
  readonly photos: number;
}

/** Notes how many photos wait on the device; 0 forgets it. Beyond WAITING_DEVICES.max the devices that told longest ago go. */
export async function saveWaitingDevice(trx: Transaction<Database>, told: Told, at: Date): Promise<void> {
  const { tenant, userId, device, photos } = told;
  const key = { tenant, user_id: userId, device_id: device };
  if (photos === 0) {
    await trx
      .deleteFrom('waiting_device')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .where('device_id', '=', device)
      .execute();
    return;
  }
  await trx
    .insertInto('waiting_device')
    .values({ ...key, photos, at })
    .onConflict((c) => c.columns(['tenant', 'user_id', 'device_id']).doUpdateSet({ photos, at }))
    .execute();
  await sql`
    delete from waiting_device where tenant = ${tenant} and user_id = ${userId} and device_id in (
      select device_id from waiting_device where tenant = ${tenant} and user_id = ${userId}
      order by at desc, device_id offset ${WAITING_DEVICES.max})`.execute(trx);
}

/**
 * Returns devices on which photos waited when they told it last, the latest first, told before `before`. Photos that the fan posted since
 * are not counted, from whatever device they came: a worker sends them with no page open.
 */
export const readWaitingDevices = (db: Kysely<Database>, { tenant, userId }: FanOfTenant, before: Date) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('waiting_device as d')
        .select(['d.device_id', 'd.at'])
        .select((one) =>
          one(
            'd.photos',
            '-',
            one
              .selectFrom('photo as p')
              .select((of) => of.fn.countAll<number>().as('n'))
              .where('p.tenant', '=', tenant)
              .where('p.user_id', '=', userId)
              .whereRef('p.created_at', '>', 'd.at'),
          ).as('photos'),
        )
        .where('d.tenant', '=', tenant)
        .where('d.user_id', '=', userId)
        .where('d.at', '<', before)
        .as('told'),
    )
    .selectAll()
    .where('photos', '>', 0)
    .orderBy('at', 'desc')
    .orderBy('device_id')
    .execute();
