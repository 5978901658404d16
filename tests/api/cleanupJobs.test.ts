/** What the server does by itself: accounts that left Amazon's pool, what has expired; and what is in use stays. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { createLog } from '../../server/http/log.ts';
import type { Metrics } from '../../server/http/metrics.ts';
import { CHECK_AFTER_MS, createAccountChecks } from '../../server/identity/accountChecks.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { syncDeletedAccounts } from '../../server/identity/syncDeletedAccounts.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from '../../server/objects/keptObjects.ts';
import { addOrphanChecks } from '../../server/objects/orphanChecks.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { EXPIRED_PER_RUN } from '../../src/contract/limits.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let now = NOON;

beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
});
afterAll(() => server.close());

test('SAF-09 SAF-21 whatever is in use stays however old it is: events, teams, ambassadors, fans, photos', async () => {
  const key = (dir: 'ugc' | 'avatar', owner: string) =>
    originalKey({ dir, tenant: CLUB, owner, name: createObjectName() });
  const used = {
    thumbnail: key('ugc', 'e'),
    descriptive: key('ugc', 'e'),
    emblem: key('ugc', 'team'),
    icon: key('ugc', 'ambassador'),
    avatar: key('avatar', 'aki'),
  };
  await server.addEvent('e', { thumbnail: used.thumbnail, descriptive_photo: used.descriptive });
  const posted = server.storePhoto('aki', 'e');
  await server.post('aki', 'e', [posted]);
  const tenant = CLUB;
  await server.db
    .insertInto('team')
    .values({ tenant, team_id: 't', team_name: 'T', object_key: used.emblem })
    .execute();
  await server.db
    .insertInto('ambassador')
    .values({ tenant, user_id: 'ben', name: 'B', object_key: used.icon })
    .execute();
  await server.db.updateTable('profile').set({ avatar: used.avatar }).where('user_id', '=', 'aki').execute();

  const pending = server.storePhoto('aki', 'e', { original: 'later' });
  const preview = { size: 300, owner: 'aki', picture: { width: 1600, height: 1200 } };
  server.stored.set(previewKey(pending.media_url), preview);
  await server.post('aki', 'e', [pending]);

  const unused = key('ugc', 'e');
  const young = key('ugc', 'e');
  const stored = [...Object.values(used), posted.media_url, pending.media_url, unused].flatMap((one) => [
    ...[one, previewKey(one), thumbnailKey(one)],
  ]);
  const removed: string[] = [];
  const objects = {
    async *list() {
      for (const one of stored) yield { key: one, storedAt: NOON };
      yield { key: young, storedAt: NOON + 2 * HOUR };
    },
    storedAt: async () => NOON,
    remove: async (keys: readonly string[]) => void removed.push(...keys),
  } as unknown as KeptObjects;
  now = NOON + COLLECT_AFTER_MS + HOUR;
  await addOrphanChecks(server.db, [`ugc/${CLUB}/`], new Date(now));
  expect(await removeOrphanedObjects({ db: server.db, objects, now: () => now })).toMatchObject({ removed: 3 });
  expect(removed.toSorted()).toEqual([unused, previewKey(unused), thumbnailKey(unused)].toSorted());
});

describe('what has expired', () => {
  const keysOf = async () =>
    (await server.db.selectFrom('identity_limit').select('key').execute()).map(({ key }) => key);
  const addLimits = (keys: readonly string[], expires: number) =>
    sql`insert into identity_limit(key, count, expires_at)
      select key, 1, ${new Date(expires)} from unnest(${[...keys]}::text[]) as key`.execute(server.db);
  beforeEach(async () => {
    now = NOON;
    await server.db.deleteFrom('identity_limit').execute();
  });

  test('HLF-06 counts of fans and networks that have expired go by the server’s jobs, others stay', async () => {
    await addLimits(['word:abc:203.0.113.7', 'post:aki'], NOON - 1);
    await addLimits(['word:def:203.0.113.8'], NOON + 1);
    const lines: string[] = [];
    const log = createLog({ format: 'json', write: (line) => lines.push(line), now: () => now });
    const metrics = { collected: () => undefined, accountsChecked: () => undefined } as unknown as Metrics;
    const kept = { async *list() {}, storedAt: async () => null, remove: async () => undefined };
    // Nothing of an embedded user pool is here: as with accounts at Amazon.
    const parts = { kept: kept as unknown as KeptObjects };
    const jobs = startJobs({ db: server.db, parts, now: () => now, log, metrics });
    await jobs.run();
    await jobs.stop();
    expect([await keysOf(), lines]).toEqual([['word:def:203.0.113.8'], []]);
  });

  test('HLF-06 years of it go some at a time, by several copies at once, and a server that stops ends it', async () => {
    const keys = Array.from({ length: 2 * EXPIRED_PER_RUN.statement + 1 }, (_, n) => `word:${n}:203.0.113.7`);
    await addLimits(keys, NOON - 1);
    let asked = 0;
    const isStopped = () => {
      asked += 1;
      return asked > 4;
    };
    // Sign-ins, sign-ups and codes first: of the counts one statement was sent.
    expect(await removeExpired(server.db, () => now, isStopped)).toBe(EXPIRED_PER_RUN.statement);
    expect(await keysOf()).toHaveLength(EXPIRED_PER_RUN.statement + 1);
    const runs = await Promise.all([0, 1].map(() => removeExpired(server.db, () => now)));
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(EXPIRED_PER_RUN.statement + 1);
    expect(await keysOf()).toEqual([]);
  });
});

describe('accounts at Amazon', () => {
  const accounts = new Set<string>();
  let asked: string[] = [];
  let left: string[] = [];
  const pool = {
    async attributesOf(sub: string) {
      asked.push(sub);
      return accounts.has(sub) ? { name: '', nickname: sub, avatar: null } : null;
    },
  };
  const leave = async (sub: string) => {
    left.push(sub);
    await deleteAccount(server.db, sub, new Date(now));
  };
  const openChecks = () => createAccountChecks(server.db, () => now);
  const run = (checks: ReturnType<typeof openChecks>, isStopped?: () => boolean) =>
    syncDeletedAccounts({ pool, checks, leave, ...(isStopped ? { isStopped } : {}) });
  beforeEach(async () => {
    await server.db.deleteFrom('account_check').execute();
    for (const sub of ['aki', 'ben', 'cho']) {
      await server.join(sub);
      accounts.add(sub);
    }
    [asked, left] = [[], []];
  });

  test('HLF-06 ACC-10b only who was here lately is asked for, once a visit, whatever the number of fans', async () => {
    for (let n = 0; n < 30; n += 1) await server.join(`other${n}`);
    const copies = [openChecks(), openChecks()];
    for (const copy of copies) for (const sub of ['aki', 'cho', 'stranger']) copy.see(sub);
    accounts.delete('cho');
    // Not seen: neither is asked for.
    accounts.delete('ben');
    for (const copy of copies) expect(await run(copy)).toEqual({ looked: 0, left: 0 });
    now += CHECK_AFTER_MS;
    const runs = await Promise.all(copies.map((copy) => run(copy)));
    expect(runs.reduce((sum, { looked }) => sum + looked, 0)).toBe(3);
    expect([asked.toSorted(), left]).toEqual([['aki', 'cho', 'stranger'], ['cho']]);
    now += CHECK_AFTER_MS;
    for (const copy of copies) expect(await run(copy)).toEqual({ looked: 0, left: 0 });
  });

  test('HLF-06 ACC-10b a fan who is here again while asked for is asked for once more', async () => {
    const checks = openChecks();
    checks.see('aki');
    await checks.flush();
    now += CHECK_AFTER_MS;
    const [taken] = await checks.take(10);
    checks.see('aki');
    await checks.flush();
    await checks.end(taken ? [taken] : []);
    accounts.delete('aki');
    now += CHECK_AFTER_MS;
    expect(await run(checks)).toEqual({ looked: 1, left: 1 });
  });

  test('HLF-06 ACC-10b killed while a fan’s content goes, another copy goes on', async () => {
    const checks = openChecks();
    for (const sub of ['aki', 'ben']) checks.see(sub);
    accounts.clear();
    await checks.flush();
    now += CHECK_AFTER_MS;
    const broken = { pool, checks, leave: () => Promise.reject(new Error('killed')) };
    await expect(syncDeletedAccounts(broken)).rejects.toThrow('killed');
    expect(await run(openChecks())).toEqual({ looked: 0, left: 0 });
    now += HOUR;
    expect(await run(openChecks())).toEqual({ looked: 2, left: 2 });
    expect(left.toSorted()).toEqual(['aki', 'ben']);
  });

  test('HLF-06 ACC-10b an operator has every member asked for, some at a time', async () => {
    const admin = createAdmin(server);
    now = NOON + HOUR;
    accounts.clear();
    accounts.add('ben');
    const members = await server.db.selectFrom('membership').select('user_id').where('tenant', '=', CLUB).execute();
    expect(await admin.done('users', 'check')).toContain(`${members.length} members`);
    expect(await run(openChecks(), () => asked.length === 2)).toEqual({
      looked: 2,
      left: 2 - Number(asked.includes('ben')),
    });
    now += HOUR;
    await run(openChecks());
    expect(left).toHaveLength(members.length - 1);
    expect(left).not.toContain('ben');
  });

  test('HLF-06 ACC-10b an operator has a member asked for at once who was here a moment ago', async () => {
    const checks = openChecks();
    now = NOON;
    checks.see('aki');
    await checks.flush();
    accounts.delete('aki');
    now = NOON + 60_000;
    expect(await run(checks)).toEqual({ looked: 0, left: 0 });
    await createAdmin(server).done('users', 'check');
    await run(checks);
    expect(left).toContain('aki');
  });
});
