import type { ClientDatabase } from '../storage/clientDatabase.ts';

const KEY = 'push';

/** Which subscription of this browser the server was told of last (`deviceId`), by tenant: page and worker renew by it. */
export interface PushRecord {
  readonly userId: string;
  readonly devices: Readonly<Record<string, string>>;
}

/** Where storage is denied nothing is remembered. Never rejects. */
export interface PushRecordStore {
  load(): Promise<PushRecord | null>;
  save(userId: string, tenant: string, device: string): Promise<void>;
  /** One tenant, or all. */
  remove(tenant?: string): Promise<void>;
}

export function createPushRecord(database: ClientDatabase): PushRecordStore {
  const load = () =>
    database
      .run(async (db) => ((await db.get('settings', KEY)) as PushRecord | undefined) ?? null)
      .catch((): PushRecord | null => null);
  const keep = (record: PushRecord) =>
    database.run(async (db) => void (await db.put('settings', record, KEY))).catch(() => undefined);
  return {
    load,
    async save(userId, tenant, device) {
      const known = await load();
      const devices = known?.userId === userId ? known.devices : {};
      await keep({ userId, devices: { ...devices, [tenant]: device } });
    },
    async remove(tenant) {
      const known = tenant === undefined ? null : await load();
      if (known === null) return database.run((db) => db.delete('settings', KEY)).catch(() => undefined);
      const devices = Object.fromEntries(Object.entries(known.devices).filter(([one]) => one !== tenant));
      await keep({ ...known, devices });
    },
  };
}
