import { inTransaction } from '../../database/retryTransaction.ts';
import { removePushDevice, savePushDevice } from '../../push/pushDevices.ts';
import { isPushService } from '../../push/pushServices.ts';
import { requireMember } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';

export const pushHandlers = {
  async getPushKey({ pushKey }) {
    return { public_key: pushKey };
  },
  async getPushDevice({ db, tenant, userId }, { query }) {
    const row = await db
      .selectFrom('push_device')
      .select('endpoint_id')
      .where('tenant', '=', tenant)
      .where('user_id', '=', userId)
      .where('endpoint_id', '=', query.device)
      .executeTakeFirst();
    return { is_on: row !== undefined };
  },
  async putPushDevice({ db, tenant, userId, sessions, request, now }, { body }) {
    if (!isPushService(body.endpoint)) throw new ApiFailure('NOT_ALLOWED');
    // Where identity tells its sign-ins, the browser is told as long as this one lasts.
    const sessionId = sessions === undefined ? null : (request?.sessionId ?? null);
    await inTransaction(db, async (trx) => {
      await requireMember(trx, tenant, userId);
      await savePushDevice(trx, { tenant, userId, sessionId, ...body }, now());
    });
    return done;
  },
  async deletePushDevice({ db, tenant }, { body }) {
    return { left: await removePushDevice(db, body.endpoint, body.all ? null : tenant) };
  },
} satisfies Partial<Handlers>;
