/** What the server does by itself: objects nobody registered, and accounts that left Amazon's pool. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { createAttemptLimit } from '../../server/identity/attemptLimit.ts';
import { syncDeletedAccounts } from '../../server/identity/syncDeletedAccounts.ts';
import { COLLECT_AFTER_MS, type KeptObjects } from '../../server/objects/keptObjects.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';
import { HOUR, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let now = NOON;
const limit = () => createAttemptLimit(server.identityDb, () => now);

beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of ['aki', 'ben', 'cho']) await server.join(user);
}, 60_000);
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
    remove: async (keys: readonly string[]) => void removed.push(...keys),
  } as unknown as KeptObjects;
  now = NOON + COLLECT_AFTER_MS + HOUR;
  expect(await removeOrphanedObjects({ db: server.db, objects, limit: limit(), now: () => now })).toBe(3);
  expect(removed.toSorted()).toEqual([unused, previewKey(unused), thumbnailKey(unused)].toSorted());
});

test('ACC-10b a fan who signs up while the pool is listed is asked for by name, and stays', async () => {
  const accounts = new Set(['aki', 'ben']);
  const asked: string[] = [];
  const left: string[] = [];
  const pool = {
    async *listSubs() {
      yield* [...accounts];
      // Joined after the list had passed.
      await server.join('new');
      accounts.add('new');
    },
    async attributesOf(sub: string) {
      asked.push(sub);
      return accounts.has(sub) ? { name: '', nickname: sub, avatar: null } : null;
    },
  };
  const leave = async (sub: string) => {
    left.push(sub);
    await deleteAccount(server.db, sub, new Date(now));
  };
  expect(await syncDeletedAccounts({ db: server.db, pool, limit: limit(), leave })).toBe(1);
  expect(left).toEqual(['cho']);
  expect(asked.toSorted()).toEqual(['cho', 'new']);
});
