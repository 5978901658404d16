/** A fan leaves the embedded pool while other devices go on, the store is slow, or something fails (ACC-10). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { createServer } from '../../server/app.ts';
import { createEmbeddedParts, type EmbeddedParts } from '../../server/config/embeddedServices.ts';
import { readSettings } from '../../server/config/settings.ts';
import type { Database } from '../../server/database/schema.ts';
import { createUserDirectory } from '../../server/identity/userDirectory.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { createObjectName, originalKey, photoKeys } from '../../src/rules/objectKeys.ts';
import { type StandInBucket, startStandInBucket } from '../fakes/standInBucket.ts';
import { CLUB } from '../support/tenants.ts';
import { createDevice, openTestDatabase, refusal, registerFan, routeFetchTo } from './identitySetup.ts';

const folder = mkdtempSync(join(tmpdir(), 'leaving-'));
const codes = new Map<string, string>();
const codeOf = (to: string) => codes.get(to) ?? 'no mail';
let db: Kysely<Database>;
let bucket: StandInBucket;
let parts: EmbeddedParts;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  db = await openTestDatabase();
  bucket = await startStandInBucket();
  parts = await createEmbeddedParts({
    db,
    dataDir: folder,
    bucket: readSettings(bucket.env).bucket,
    hasMailbox: false,
    pushKey: 'push-key',
    mailer: { send: async ({ to, code }) => void codes.set(to, code) },
    now: Date.now,
    onError: () => {},
  });
  server = createServer(parts.deps);
});
beforeEach(() => {
  routeFetchTo({ pool: { fetch: (request) => server.fetch(request) } });
});
afterEach(() => {
  bucket.beforeDelete = async () => {};
  vi.useRealTimers();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await bucket.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** A member with a photo and an avatar, signed in on two devices. */
async function openLeaver() {
  const device = createDevice();
  const email = await registerFan({ codeOf }, device);
  const [here, there] = [await device.signIn(email), await createDevice().signIn(email)];
  const sub = String(here.session.getIdToken().payload.sub);
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'x-api-authorization': `Bearer ${there.session.getIdToken().getJwtToken()}`,
      'content-type': 'application/json',
    };
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    return (await server.fetch(new Request(`http://localhost/f${path}`, sent))).status;
  };
  const join_ = () => call('PUT', '/user/tenant', { tenant_id: CLUB, agreed_version: '1' });
  expect(await join_()).toBe(200);
  const [photo, avatar] = [keyOf('ugc', 'match'), keyOf('avatar', sub)];
  await db.transaction().execute((trx) => insertPhotos(trx, [photoOf(sub, photo)]));
  await db.updateTable('identity_user').set({ extended4: avatar }).where('sub', '=', sub).execute();
  await db.updateTable('profile').set({ avatar }).where('user_id', '=', sub).execute();
  const keys = [...photoKeys(photo), avatar];
  for (const key of keys) bucket.objects.set(key, { bytes: Buffer.from('x'), told: {}, storedAt: new Date() });
  const profile = () => db.selectFrom('profile').selectAll().where('user_id', '=', sub).executeTakeFirstOrThrow();
  return {
    sub,
    keys,
    join: join_,
    profile,
    readOwn: () => call('GET', '/user/attributes'),
    leave: () => device.leave(here.user),
  };
}

const keyOf = (dir: 'ugc' | 'avatar', owner: string) =>
  originalKey({ dir, tenant: CLUB, owner, name: createObjectName() });

const photoOf = (user_id: string, media_url: string) => ({
  tenant: CLUB,
  media_url,
  user_id,
  public_list_id: 'event',
  event_id: 'match',
  season_id: null,
  team_id: null,
  comment: '',
  htag: [],
  player: [],
  photo_location: null,
  option: null,
  usepermit: true,
  file_name: '',
  exif: null,
  face_info: JSON.stringify([]),
  width: 4,
  height: 3,
  color: '#336699',
  size: 1,
  created_at: new Date(),
});

/** The store does not answer a removal before it may. */
function holdRemovals() {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  bucket.beforeDelete = async () => {
    asked.resolve();
    await free.promise;
  };
  return { asked: asked.promise, free: free.resolve };
}

const left = (keys: readonly string[]) => keys.filter((key) => bucket.objects.has(key));

test('ACC-10a while a slow store removes the photos, no other device brings name or membership back', async () => {
  const fan = await openLeaver();
  const store = holdRemovals();
  const leaving = fan.leave();
  await store.asked;
  expect(left(fan.keys)).toEqual(fan.keys);
  await fan.readOwn();
  await fan.join();
  expect(await fan.profile()).toMatchObject({ nickname: '', avatar: null, left_at: expect.any(Date) });
  expect(await db.selectFrom('membership').selectAll().where('user_id', '=', fan.sub).execute()).toEqual([]);
  expect([await fan.readOwn(), await fan.join()]).toEqual([401, 401]);
  expect(await createUserDirectory(db).getUser(fan.sub)).toBeNull();
  store.free();
  await leaving;
  expect(left(fan.keys)).toEqual([]);
});

test('ACC-10a the fan is answered within the patience of a device, however many objects are still to go', async () => {
  const fan = await openLeaver();
  const store = holdRemovals();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const leaving = fan.leave();
  await store.asked;
  await vi.advanceTimersByTimeAsync(10_000);
  await leaving;
  expect(left(fan.keys)).toEqual(fan.keys);
  vi.useRealTimers();
  store.free();
  await expect.poll(() => left(fan.keys)).toEqual([]);
});

test('ACC-10b what fails takes nothing away, neither content nor account, and the fan can leave later', async () => {
  const fan = await openLeaver();
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db,
  );
  await sql`create trigger refused before delete on identity_user for each row execute function refuse()`.execute(db);
  expect(await refusal(fan.leave())).toBe('InternalErrorException');
  await sql`drop trigger refused on identity_user`.execute(db);
  expect(await fan.profile()).toMatchObject({ nickname: 'たろう', left_at: null });
  const photos = () => db.selectFrom('photo').select('media_url').where('user_id', '=', fan.sub).execute();
  expect(await photos()).toEqual([{ media_url: fan.keys[0] }]);
  expect(left(fan.keys)).toEqual(fan.keys);
  expect(await fan.readOwn()).toBe(200);
  await fan.leave();
  expect([await photos(), left(fan.keys)]).toEqual([[], []]);
  expect(await fan.readOwn()).toBe(401);
});

test('ACC-10b HLF-06 what the store still has when the account is gone, the clean-up takes away', async () => {
  const fan = await openLeaver();
  const upload = keyOf('ugc', 'match');
  const row = { id: upload, user_id: fan.sub, key: upload, bytes: 1, stored_at: new Date() };
  await db.insertInto('unregistered_upload').values(row).execute();
  const keys = [...fan.keys, upload];
  bucket.objects.set(upload, { bytes: Buffer.from('x'), told: {}, storedAt: new Date() });
  bucket.fault = 'busy';
  await fan.leave();
  bucket.fault = null;
  expect(await createUserDirectory(db).getUser(fan.sub)).toBeNull();
  expect(left(keys)).toEqual(keys);
  const later = Date.now() + COLLECT_AFTER_MS + 1000;
  await removeOrphanedObjects({ db, objects: parts.kept, now: () => later });
  expect(left(keys)).toEqual([]);
});
