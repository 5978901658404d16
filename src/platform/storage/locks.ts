/** One drain a device (T08): a navigator lock where there is one, and a lease that tells the living from the frozen. */
import type { Clock, Lock } from '../../outbox/ports.ts';
import { type ClientDatabase, type StoredLease, transact } from './clientDatabase.ts';

/** Background tabs may run timers once a minute only; whoever is silent for longer than this is taken for dead. */
const LEASE_MS = 150_000;
const HEARTBEAT_MS = 20_000;
/** A lease renewed this recently cannot have been taken over: no need to look. */
const FRESH_MS = 10_000;

interface LockDeps {
  readonly database: ClientDatabase;
  readonly clock?: Clock;
  /** null: the lease alone has to do. */
  readonly locks?: Pick<LockManager, 'request'> | null;
}

export function createLock({ database, clock = Date, locks = globalThis.navigator?.locks ?? null }: LockDeps): Lock {
  const { isAlive, isHolderAlive, write, release } = createLeases(database, clock);

  async function runHeld(name: string, run: Parameters<Lock['withLock']>[1], isForced: boolean): Promise<boolean> {
    const holder = crypto.randomUUID();
    if (!(await write(name, holder, (present) => isForced || !isAlive(present)))) return false;
    let renewedAt = clock.now();
    let isLost = false;
    const renew = async (): Promise<boolean> => {
      if (isLost) return false;
      const age = clock.now() - renewedAt;
      if (age >= 0 && age < FRESH_MS) return true;
      isLost = !(await write(name, holder, (present) => present?.holder === holder));
      renewedAt = clock.now();
      return !isLost;
    };
    const heartbeat = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS);
    try {
      await run({ renew });
    } finally {
      clearInterval(heartbeat);
      await release(name, holder).catch(() => undefined);
    }
    return true;
  }

  return {
    async withLock(name, run) {
      if (!locks) return runHeld(name, run, false);
      const inLock = await locks.request(name, { ifAvailable: true }, (lock) =>
        lock ? runHeld(name, run, true) : null,
      );
      if (inLock !== null) return inLock;
      if (await isHolderAlive(name)) return false;
      // The holder has the lock but does not live: a frozen tab. Its next renewal tells it.
      return locks.request(name, { steal: true }, () => runHeld(name, run, true));
    },
  };
}

/** The lease as a record: who holds the lock, and until when without another word. */
function createLeases(database: ClientDatabase, clock: Clock) {
  const isAlive = (lease: StoredLease | undefined): boolean => {
    const left = (lease?.expiresAt ?? 0) - clock.now();
    // A lease longer than ours was written under a clock that was wrong.
    return left > 0 && left <= LEASE_MS;
  };
  /** A holder without a lease is about to write it, or about to end. */
  const isHolderAlive = (name: string): Promise<boolean> =>
    database.run(async (db) => {
      const lease = await db.get('lease', name);
      return lease === undefined || isAlive(lease);
    });
  /** Writes the lease if `may` allows it on the present one. */
  const write = (name: string, holder: string, may: (present: StoredLease | undefined) => boolean): Promise<boolean> =>
    database.run((db) =>
      transact(db, ['lease'], async (tx) => {
        const leases = tx.objectStore('lease');
        const isAllowed = may(await leases.get(name));
        if (isAllowed) await leases.put({ holder, expiresAt: clock.now() + LEASE_MS }, name);
        return isAllowed;
      }),
    );
  const release = (name: string, holder: string): Promise<void> =>
    database.run((db) =>
      transact(db, ['lease'], async (tx) => {
        const leases = tx.objectStore('lease');
        if ((await leases.get(name))?.holder === holder) await leases.delete(name);
      }),
    );

  return { isAlive, isHolderAlive, write, release };
}
