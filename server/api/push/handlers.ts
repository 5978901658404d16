import { hasPushDevice, removePushDevice, savePushDevice } from '../../push/pushDevices.ts';
import { isPushService } from '../../push/pushServices.ts';
import { asMember } from '../access/membership.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';

export const pushHandlers = {
  async getPushKey({ pushKey }) {
    return { public_key: pushKey };
  },
  async getPushDevice({ db, tenant, userId }, { query }) {
    return { is_on: await hasPushDevice(db, tenant, userId, query.device) };
  },
  async putPushDevice(context, { body }) {
    const { tenant, userId, sessions, request, now } = context;
    if (!isPushService(body.endpoint)) throw new ApiFailure('NOT_ALLOWED');
    // Where identity tells its sign-ins, the browser is told as long as this one lasts.
    const sessionId = sessions === undefined ? null : (request?.sessionId ?? null);
    const origin = request?.origin ?? null;
    await asMember(context, (trx) => savePushDevice(trx, { tenant, userId, sessionId, origin, ...body }, now()));
    return done;
  },
  async deletePushDevice({ db, tenant }, { body }) {
    return { left: await removePushDevice(db, body.endpoint, body.all ? null : tenant) };
  },
} satisfies Partial<Handlers>;
