/** The server's own work where the database is away, and where it is stopped in the middle. */
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { OperatorMail } from '../api/contact/contactMail.ts';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import { startDeliveries } from './deliveries.ts';
import { startJobs } from './jobs.ts';

/** A database that is away; `onAsked` runs whenever it is asked. */
const databaseAway = (onAsked: () => void = () => undefined) =>
  new Proxy({} as Kysely<Database>, {
    get() {
      onAsked();
      throw new Error('away');
    },
  });

function createFailureLog() {
  const failed: (string | undefined)[] = [];
  const log = { error: (_, where) => failed.push(where), info: () => undefined } as Partial<Log> as Log;
  return { failed, log };
}

interface Sideline {
  readonly syncDeletedAccounts?: (isStopped: () => boolean) => Promise<never>;
  readonly scrubber?: { readonly run: () => Promise<never> };
}
function startJobsAway(parts: Sideline = {}) {
  const { failed, log } = createFailureLog();
  const kept = { kept: { noteUploads: true } as unknown as KeptObjects, ...parts };
  const metrics = { accountsChecked: () => undefined } as unknown as Metrics;
  return { failed, jobs: startJobs({ db: databaseAway(), parts: kept, now: () => 0, log, metrics }) };
}

test('HLF-06 a job that fails leaves the others their turn', async () => {
  const { failed, jobs } = startJobsAway({ syncDeletedAccounts: () => Promise.reject(new Error('away')) });
  await jobs.run();
  await jobs.stop();
  expect(new Set(failed)).toEqual(
    new Set([
      'renewing the search',
      'counting old photos',
      'removing orphaned objects',
      'deleted accounts',
      'removing what has expired',
      'removing what nobody uses',
    ]),
  );
});

test('HLF-06 a job in the middle of its work is told of the stop, and no other begins', async () => {
  const began = Promise.withResolvers<() => boolean>();
  const end = Promise.withResolvers<never>();
  const { failed, jobs } = startJobsAway({
    syncDeletedAccounts(isStopped) {
      began.resolve(isStopped);
      return end.promise;
    },
    // A later job that would fail; the others begin with a look whether they are stopped.
    scrubber: { run: () => Promise.reject(new Error('begun')) },
  });
  void jobs.run();
  const isStopped = await began.promise;
  expect(isStopped()).toBe(false);
  const stopping = jobs.stop();
  expect(isStopped()).toBe(true);
  end.reject(new Error('away'));
  await stopping;
  expect(failed.slice(-1)).toEqual(['deleted accounts']);
});

/** Deliveries that are stopped when they first ask the database, if `stopsAtOnce`. */
function startDeliveriesAway(stopsAtOnce: boolean) {
  const { failed, log } = createFailureLog();
  const closed: string[] = [];
  const mail = (name: string): OperatorMail => ({ send: async () => undefined, close: () => closed.push(name) });
  let stop = async (): Promise<void> => undefined;
  const asked = () => {
    if (stopsAtOnce) void stop();
  };
  const deliveries = startDeliveries({
    db: databaseAway(asked),
    keys: { subject: '', publicKey: '', privateKey: '' },
    now: () => 0,
    log,
    mail: mail('mail'),
    answerMail: mail('answerMail'),
  });
  stop = deliveries.stop;
  return { failed, closed, deliveries };
}

test('SOC-08c each delivery fails by itself; the mail servers are left at the stop', async () => {
  const { failed, closed, deliveries } = startDeliveriesAway(false);
  await deliveries.run();
  expect(failed.length).toBe(7);
  expect(closed).toEqual([]);
  await deliveries.stop();
  expect(closed).toEqual(['mail', 'answerMail']);
});

test('SOC-08c after the stop no more is begun', async () => {
  const { failed, deliveries } = startDeliveriesAway(true);
  await deliveries.run();
  // The first was under way.
  expect(failed.length).toBe(1);
});
