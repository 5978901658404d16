/** What the server does by itself: accounts that left Amazon's pool, what has expired; and what is in use stays. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { createLog } from '../../server/http/log.ts';
import type { Metrics } from '../../server/http/metrics.ts';
import { CHECK_AFTER_MS, createAccountChecks } from '../../server/identity/accountChecks.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { syncDeletedAccounts } from '../../server/identity/syncDeletedAccounts.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { startJobs } from '../../server/jobs/jobs.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from '../../server/objects/keptObjects.ts';
import { addOrphanChecks } from '../../server/objects/orphanChecks.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { UnreadableObject } from '../../server/objects/unreadableObject.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { EXPIRED_PER_RUN } from '../../src/contract/limits.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let now = NOON;
const metrics = { collected: () => undefined, accountsChecked: () => undefined } as unknown as Metrics;

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

test('OPS-01i the log names the file of an object that cannot be read', async () => {
  const path = `/srv/data/objects/3f/${'3f'.repeat(32)}`;
  const kept = {
    async *list() {},
    storedAt: async () => Promise.reject(new UnreadableObject(path, new Error('Not an object file'))),
    remove: async () => undefined,
  };
  const key = originalKey({ dir: 'ugc', tenant: CLUB, owner: 'e', name: createObjectName() });
  now = NOON;
  await addOrphanChecks(server.db, [key], new Date(now));
  const lines: string[] = [];
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: () => now });
  const parts = { kept: kept as unknown as KeptObjects };
  const jobs = startJobs({ db: server.db, parts, now: () => now, log, metrics });
  await jobs.run();
  await jobs.stop();
  expect(lines.join('')).toContain(path);
  expect(lines.join('')).toContain('"error"');
});

test('HLF-06 a job that runs ends before the jobs have stopped: nobody closes the database under it', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const syncDeletedAccounts = async () => {
    began.resolve();
    await goOn.promise;
    return { looked: 0, left: 0, unsure: 0 };
  };
  const kept = { async *list() {}, storedAt: async () => null, remove: async () => undefined };
  const parts = { kept: kept as unknown as KeptObjects, syncDeletedAccounts };
  const log = createLog({ format: 'json', write: () => {}, now: () => now });
  const jobs = startJobs({ db: server.db, parts, now: () => now, log, metrics });
  void jobs.run();
  await began.promise;
  let hasStopped = false;
  const stopped = jobs.stop().then(() => {
    hasStopped = true;
  });
  await server.db.selectFrom('tally').select('n').limit(1).execute();
  expect(hasStopped).toBe(false);
  goOn.resolve();
  await stopped;
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

  test('HLF-06 SAF-31b the server’s jobs remove counts that expired and counters at nothing, others stay', async () => {
    await addLimits(['word:abc:203.0.113.7', 'post:aki'], NOON - 1);
    await addLimits(['word:def:203.0.113.8'], NOON + 1);
    await sql`insert into tally(tenant, kind, value, n) values (${CLUB}, 'htag', 'over', 0)`.execute(server.db);
    const lines: string[] = [];
    const log = createLog({ format: 'json', write: (line) => lines.push(line), now: () => now });
    const kept = { async *list() {}, storedAt: async () => null, remove: async () => undefined };
    // Nothing of an embedded user pool is here: as with accounts at Amazon.
    const parts = { kept: kept as unknown as KeptObjects };
    const jobs = startJobs({ db: server.db, parts, now: () => now, log, metrics });
    await jobs.run();
    await jobs.stop();
    expect([await keysOf(), lines]).toEqual([['word:def:203.0.113.8'], []]);
    expect(await server.db.selectFrom('tally').select('n').where('value', '=', 'over').execute()).toEqual([]);
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
  const [POOL, OTHER] = ['ap-northeast-1_fans', 'ap-northeast-1_staging'];
  /** What each pool has. */
  const accounts = new Set<string>();
  const others = new Set<string>();
  let asked: string[] = [];
  let left: string[] = [];
  let told: string[] = [];
  const leave = async (sub: string) => {
    left.push(sub);
    await deleteAccount(server.db, sub, new Date(now));
  };
  /** A copy of the server on a pool. */
  const openCopy = (name = POOL) => {
    const checks = createAccountChecks(server.db, () => now, name);
    const pool = {
      async attributesOf(sub: string) {
        asked.push(sub);
        return (name === POOL ? accounts : others).has(sub) ? { name: '', nickname: sub, avatar: null } : null;
      },
    };
    const deps = { pool, checks, leave, onError: (error: unknown) => void told.push(String(error)) };
    return { checks, deps, run: (isStopped = () => false) => syncDeletedAccounts({ ...deps, isStopped }) };
  };
  async function seeAll(copy: ReturnType<typeof openCopy>, subs: readonly string[]) {
    for (const sub of subs) copy.checks.see(sub);
    await copy.checks.flush();
  }
  const hasLeft = async (sub: string) =>
    (await server.db.selectFrom('profile').select('left_at').where('user_id', '=', sub).executeTakeFirstOrThrow())
      .left_at !== null;
  beforeEach(async () => {
    await server.db.deleteFrom('account_pool').execute();
    accounts.clear();
    others.clear();
    for (const sub of ['aki', 'ben', 'cho']) {
      await server.join(sub);
      accounts.add(sub);
    }
    [asked, left, told] = [[], [], []];
  });

  test('HLF-06 ACC-10b only who was here lately is asked for, once a visit, whatever the number of fans', async () => {
    for (let n = 0; n < 30; n += 1) await server.join(`other${n}`);
    const copies = [openCopy(), openCopy()];
    for (const { checks } of copies) for (const sub of ['aki', 'cho', 'stranger']) checks.see(sub);
    accounts.delete('cho');
    // Not seen: neither is asked for.
    accounts.delete('ben');
    for (const copy of copies) expect(await copy.run()).toMatchObject({ looked: 0, left: 0 });
    now += CHECK_AFTER_MS;
    const runs = await Promise.all(copies.map((copy) => copy.run()));
    expect(runs.reduce((sum, { looked }) => sum + looked, 0)).toBe(3);
    expect([asked.toSorted(), left]).toEqual([['aki', 'cho', 'stranger'], ['cho']]);
    now += CHECK_AFTER_MS;
    for (const copy of copies) expect(await copy.run()).toMatchObject({ looked: 0, left: 0 });
  });

  test('HLF-06 ACC-10b a fan who is here again while asked for is asked for once more', async () => {
    const { checks, run } = openCopy();
    checks.see('aki');
    await checks.flush();
    now += CHECK_AFTER_MS;
    const [taken] = await checks.take(10);
    checks.see('aki');
    await checks.flush();
    if (taken) await checks.keep(taken);
    accounts.delete('aki');
    now += CHECK_AFTER_MS;
    expect(await run()).toMatchObject({ looked: 1, left: 1 });
  });

  test('HLF-06 ACC-10b killed while a fan’s content goes, another copy goes on', async () => {
    const { checks, deps } = openCopy();
    for (const sub of ['aki', 'ben']) checks.see(sub);
    accounts.clear();
    await checks.flush();
    now += CHECK_AFTER_MS;
    const broken = { ...deps, leave: () => Promise.reject(new Error('killed')) };
    await expect(syncDeletedAccounts(broken)).rejects.toThrow('killed');
    expect(await openCopy().run()).toMatchObject({ looked: 0, left: 0 });
    now += HOUR;
    expect(await openCopy().run()).toMatchObject({ looked: 2, left: 2 });
    expect(left.toSorted()).toEqual(['aki', 'ben']);
  });

  test('HLF-06 ACC-10b a server given another pool asks for nobody seen in this one, and says so once', async () => {
    const ours = openCopy();
    await seeAll(ours, ['aki', 'ben', 'cho']);
    now += HOUR;
    const wrong = openCopy(OTHER);
    for (let n = 0; n < 2; n += 1) expect(await wrong.run()).toMatchObject({ looked: 0, left: 0 });
    expect([asked, left]).toEqual([[], []]);
    expect(told).toEqual([expect.stringContaining(POOL)]);
    accounts.delete('cho');
    expect(await ours.run()).toMatchObject({ looked: 3, left: 1 });
    expect([left, told.length]).toEqual([['cho'], 1]);
  });

  test('HLF-06 HLF-08d who moved to another pool is asked for there, not in the one left behind', async () => {
    const [before, after] = [openCopy(), openCopy(OTHER)];
    await seeAll(before, ['aki']);
    accounts.delete('aki');
    others.add('aki');
    now += 60_000;
    await seeAll(after, ['aki']);
    now += HOUR;
    expect(await before.run()).toMatchObject({ looked: 0, left: 0 });
    expect(await after.run()).toMatchObject({ looked: 1, left: 0 });
    await createAdmin(server).done('users', 'check');
    now += HOUR;
    await before.run();
    expect(left).not.toContain('aki');
    others.delete('aki');
    await seeAll(after, ['aki']);
    now += HOUR;
    expect(await after.run()).toMatchObject({ left: 1 });
  });

  test('HLF-06 a bundle holds no more than asked for; another pool is told of once there is one', async () => {
    await server.db.deleteFrom('account_pool').execute();
    const checks = createAccountChecks(server.db, () => now, POOL);
    const add = (user_id: string, pool: string) =>
      server.db
        .insertInto('account_pool')
        .values({ user_id, pool, due_at: new Date(now) })
        .execute();
    for (const fan of ['unseen1', 'unseen2', 'unseen3']) await add(fan, '');
    await add('own', POOL);
    expect(await checks.otherPool()).toBeNull();
    const [first, ...others] = await checks.take(2);
    expect([first?.user_id, others.map(({ isSeen }) => isSeen)]).toEqual(['own', [false]]);
    await add('elsewhere', OTHER);
    expect([await checks.otherPool(), await checks.otherPool()]).toEqual([OTHER, null]);
    await server.db.deleteFrom('account_pool').execute();
  });

  test('HLF-06 HLF-11c what a server of the version before noted, without its pool, deletes nothing', async () => {
    await sql`insert into account_check(user_id, due_at) values ('aki', ${new Date(now - HOUR)})`.execute(server.db);
    accounts.delete('aki');
    expect(await openCopy().run()).toMatchObject({ looked: 0, left: 0 });
    await seeAll(openCopy(), ['aki']);
    now += HOUR;
    expect(await openCopy().run()).toMatchObject({ looked: 1, left: 1 });
  });

  test('HLF-06 ACC-10b an operator has every member asked for, some at a time', async () => {
    const admin = createAdmin(server);
    now = NOON + HOUR;
    const rows = await server.db.selectFrom('membership').select('user_id').where('tenant', '=', CLUB).execute();
    const members = rows.map(({ user_id }) => user_id);
    for (const sub of members) accounts.add(sub);
    await seeAll(openCopy(), members);
    accounts.delete('ben');
    accounts.delete('cho');
    expect(await admin.done('users', 'check')).toContain(`${members.length} members`);
    expect(await openCopy().run(() => asked.length === 2)).toMatchObject({ looked: 2, left: 0 });
    now += HOUR;
    await openCopy().run();
    expect(left.toSorted()).toEqual(['ben', 'cho']);
    expect(asked.toSorted()).toEqual(expect.arrayContaining(members.toSorted()));
  });

  test('HLF-06 ACC-10b members no pool was seen to have lose nothing by an operator’s check', async () => {
    const { run } = openCopy();
    now = NOON + 2 * HOUR;
    accounts.delete('cho');
    expect(await createAdmin(server).done('users', 'check')).toContain('not seen in a pool yet');
    expect(await openCopy(OTHER).run()).toMatchObject({ left: 0 });
    await createAdmin(server).done('users', 'check');
    expect(await run()).toMatchObject({ left: 0, unsure: expect.any(Number) });
    expect([await hasLeft('aki'), await hasLeft('cho')]).toEqual([false, false]);
    accounts.delete('aki');
    expect(await createAdmin(server).done('users', 'check')).toContain(`2 were seen in ${POOL}`);
    await run();
    expect(left).toEqual(['aki']);
  });

  test('HLF-06 HLF-08d an operator’s check is for accounts at a pool, own ones that moved there included', async () => {
    const [admin, { db }] = [createAdmin(server), server];
    await addUser(db, EMBEDDED_POOL, { email: 'aki@example.com', password: 'Stadium-2026', name: 'あき' });
    expect(await admin.run('users', 'check')).toMatchObject({ code: 1 });
    await seeAll(openCopy(), ['aki']);
    expect(await admin.done('users', 'check')).toContain(`1 were seen in ${POOL}`);
    await db.deleteFrom('identity_user').execute();
  });

  test('HLF-06 ACC-10b an operator has a member asked for at once who was here a moment ago', async () => {
    const { checks, run } = openCopy();
    now = NOON;
    checks.see('aki');
    await checks.flush();
    accounts.delete('aki');
    now = NOON + 60_000;
    expect(await run()).toMatchObject({ looked: 0, left: 0 });
    await createAdmin(server).done('users', 'check');
    await run();
    expect(left).toContain('aki');
  });
});
