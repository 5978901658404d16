import type { ClientDatabase } from '../storage/clientDatabase.ts';

const KEY = 'unread';
/** Type of the worker's message when a push came while a page was looked at: no notification, but something to read. */
export const PUSHED_MESSAGE = 'PUSHED';

interface Kept {
  readonly userId: string;
  /** By tenant. */
  readonly counts: Readonly<Record<string, number>>;
}

/** How many notices a fan has not read, as last known: page and worker show one number on the app's icon. Never rejects. */
export interface UnreadCountStore {
  /** Of all tenants; 0 for anybody else than whose they are. */
  load(userId: string | null): Promise<number>;
  /** Gives the count of all tenants. */
  save(userId: string, tenant: string, count: number): Promise<number>;
  clear(): Promise<void>;
}

const sumOf = ({ counts }: Kept): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export function createUnreadCountStore(database: ClientDatabase): UnreadCountStore {
  const read = async (userId: string): Promise<Kept> => {
    const kept = await database.run(async (db) => (await db.get('settings', KEY)) as Kept | undefined);
    return kept?.userId === userId ? kept : { userId, counts: {} };
  };
  return {
    load: (userId) => (userId === null ? Promise.resolve(0) : read(userId).then(sumOf, () => 0)),
    async save(userId, tenant, count) {
      try {
        const { counts } = await read(userId);
        const kept = { userId, counts: { ...counts, [tenant]: count } };
        await database.run(async (db) => void (await db.put('settings', kept, KEY)));
        return sumOf(kept);
      } catch {
        return count;
      }
    },
    clear: () => database.run((db) => db.delete('settings', KEY)).catch(() => undefined),
  };
}
