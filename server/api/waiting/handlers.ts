import { WAITING_DEVICES } from '../../../src/contract/limits.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { asMember } from '../access/membership.ts';
import { done, type Handlers } from '../handlers.ts';
import { readWaitingDevices, saveWaitingDevice } from './repository.ts';

export const waitingHandlers = {
  async getWaitingPhotos({ db, tenant, userId, now }) {
    const before = new Date(now().getTime() - WAITING_DEVICES.quietMs);
    const rows = await readWaitingDevices(db, { tenant, userId }, before);
    return {
      list: rows.map(({ device_id, photos, at }) => ({
        device: device_id,
        photos: Number(photos),
        told_at: formatWireDateTime(at.getTime()),
      })),
    };
  },
  async putWaitingPhotos(context, { body }) {
    const { tenant, userId, now } = context;
    await asMember(context, (trx) => saveWaitingDevice(trx, { tenant, userId, ...body }, now()));
    return done;
  },
} satisfies Partial<Handlers>;
