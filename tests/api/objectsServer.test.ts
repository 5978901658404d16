/** The whole server with its own store: what becomes of stored pictures when fans lie about them, take them back, or sign out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/main.ts';
import { COLLECT_AFTER_MS } from '../../server/objects/keptObjects.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { NEWS_FOLDER, PERSONS_FOLDER } from '../../src/contract/staffLimits.ts';
import type { StaffRole } from '../../src/contract/staffRoles.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { callIdentity, fetchStorageKeys, openForge, put, type StorageKeys, signedPut } from './attackSetup.ts';
import { COMING_DAY } from './contract/draft.ts';
import { pictureOf, wall } from './objectsSetup.ts';

const EVENT = 'e';
const dataDir = mkdtempSync(join(tmpdir(), 'objects-server-'));
const errors: unknown[] = [];
let server: RunningServer;
let forge: Awaited<ReturnType<typeof openForge>>;
let original: Buffer;
let thumbnail: Buffer;

beforeAll(async () => {
  const log = {
    request: () => {},
    info: () => {},
    fatal: () => {},
    error: (error: unknown) => void errors.push(error),
  };
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null, log });
  forge = await openForge(server);
  await server.deps.db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id: EVENT,
      event_name: 'E',
      event_type: 'official',
      event_date: '2026-01-01',
      crawl_period_start: '2026-01-01 00:00:00',
      crawl_period_end: '2099-01-01 00:00:00',
      thumbnail: null,
      post_limit: null,
      descriptive_photo: null,
      season_id: null,
      user_id: null,
    })
    .execute();
  [original, thumbnail] = await Promise.all([pictureOf(1200, 800), pictureOf(480, 320)]);
});
afterAll(async () => {
  await server.close();
  expect(errors).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Fan {
  readonly sub: string;
  readonly idToken: string;
  readonly accessToken: string;
  readonly sessionId: string;
  readonly keys: StorageKeys;
}
let serial = 0;
async function openFan(): Promise<Fan> {
  const sub = await forge.addFan(`fan${++serial}`, CLUB);
  return signInAgain(sub);
}
async function signInAgain(sub: string): Promise<Fan> {
  const { IdToken, AccessToken, sessionId } = await forge.signIn(sub);
  const keys = await fetchStorageKeys(server.url, IdToken);
  if (!keys) throw new Error('No credentials.');
  return { sub, idToken: IdToken, accessToken: AccessToken, sessionId, keys };
}

async function call(fan: Fan, method: string, path: string, body: unknown) {
  const answer = await fetch(`${server.url}/f${path}`, {
    method,
    headers: {
      'x-api-key': 'fan-web',
      'x-api-tenant': CLUB,
      'content-type': 'application/json',
      'x-api-authorization': `Bearer ${fan.idToken}`,
    },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as {
    code?: string;
    event_id?: string;
    originals?: readonly { readonly state: string }[];
  };
  return { outcome: answer.status === 200 ? '200' : `${answer.status} ${json.code}`, json };
}
async function idp(operation: string, body: object) {
  const answer = await callIdentity(server.url, operation, body);
  const { __type = '' } = (await answer.json()) as { __type?: string };
  return answer.status === 200 ? '200' : `${answer.status} ${__type}`;
}
const setAvatar = (fan: Fan, key: string) =>
  idp('UpdateUserAttributes', {
    AccessToken: fan.accessToken,
    UserAttributes: [{ Name: 'custom:extended4', Value: key }],
  });

const newKey = (owner = EVENT, dir: 'ugc' | 'avatar' = 'ugc') =>
  originalKey({ dir, tenant: CLUB, owner, name: createObjectName() });
const store = async (fan: Fan, key: string, bytes: Uint8Array) =>
  put(server.url, await signedPut(server.url, fan.keys, key, bytes));
async function storePair(fan: Fan, key: string, whole: Uint8Array = original, small: Uint8Array = thumbnail) {
  expect(await store(fan, key, whole)).toBe('200');
  expect(await store(fan, thumbnailKey(key), small)).toBe('200');
  return key;
}
const register = (fan: Fan, media_url: string, given: object = {}) => {
  const photo = {
    media_url,
    comment: '',
    htag: '',
    player: '',
    photo_location: null,
    usepermit: true,
    exif: null,
    fileName: 'a.jpg',
    width: 1200,
    height: 800,
    color: '#336699',
    size: original.byteLength,
    ...given,
  };
  const body = { public_list_id: 'event', event_id: EVENT, season_id: null, team_id: null, media_list: [photo] };
  return call(fan, 'PUT', '/media/list/items', body).then(({ outcome }) => outcome);
};
const isThere = async (key: string) => (await fetch(`${server.url}/s3/photos/${key}`)).status === 200;
const uploadsOf = ({ sub }: Fan) =>
  server.deps.db.selectFrom('unregistered_upload').select('key').where('user_id', '=', sub).execute();

const draft = {
  event_id: null,
  event_name: '夕焼け',
  ...COMING_DAY,
  public_message: '',
  thumbnail: null,
  post_limit: null,
  category: 'その他',
  subCategory: 'イベント',
  descriptive_title: '',
  descriptive_photo: null,
  descriptive_text: '',
  photo_location: [],
  premium_user_ids: [],
};
const saveEvent = (fan: Fan, given: object) => call(fan, 'PUT', '/memorial/event/item', { ...draft, ...given });
async function makeEvent(fan: Fan): Promise<string> {
  const { outcome, json } = await saveEvent(fan, {});
  expect(outcome).toBe('200');
  return json.event_id ?? '';
}

describe('registering', () => {
  test('SAF-11a a photo is what its bytes say, not what the fan says', async () => {
    const fan = await openFan();
    const post = async (whole: Uint8Array, small: Uint8Array, given: object = {}) =>
      register(fan, await storePair(fan, newKey(), whole, small), { size: whole.byteLength, ...given });
    expect(wall).toHaveLength(176);
    expect(await post(original, thumbnail)).toBe('200');
    const lies: [string, Uint8Array, Uint8Array, object][] = [
      ['a wall of pixels', wall, thumbnail, { width: 400, height: 400 }],
      ['a wall of pixels, told', wall, thumbnail, { width: 11_000, height: 11_000 }],
      ['a wall as thumbnail', original, wall, {}],
      ['other sizes', original, thumbnail, { width: 800, height: 1200 }],
      ['too large', await pictureOf(4200, 100), thumbnail, { width: 4200, height: 100 }],
      ['a thumbnail that is none', original, original, {}],
      ['cut off', original.subarray(0, -2), thumbnail, {}],
      ['no thumbnail but bytes', original, original.subarray(0, 100), {}],
    ];
    for (const [lie, whole, small, given] of lies) {
      expect([lie, await post(whole, small, given)]).toEqual([lie, '400 INVALID_REQUEST']);
    }
  });

  test('SAF-11b so is the picture of an event, and an avatar', async () => {
    const fan = await openFan();
    const event_id = await makeEvent(fan);
    const save = async (whole: Uint8Array, small: Uint8Array) =>
      saveEvent(fan, { event_id, thumbnail: await storePair(fan, newKey(event_id), whole, small) });
    expect((await save(original, thumbnail)).outcome).toBe('200');
    expect((await save(wall, thumbnail)).outcome).toBe('400 INVALID_REQUEST');
    expect((await save(original, wall)).outcome).toBe('400 INVALID_REQUEST');
    const alone = newKey(event_id);
    expect(await store(fan, alone, original)).toBe('200');
    expect((await saveEvent(fan, { event_id, thumbnail: alone })).outcome).toBe('400 INVALID_REQUEST');

    const avatar = async (bytes: Uint8Array) => {
      const key = newKey(fan.sub, 'avatar');
      expect(await store(fan, key, bytes)).toBe('200');
      return setAvatar(fan, key);
    };
    expect(await avatar(await pictureOf(288, 288))).toBe('200');
    for (const bytes of [wall, original, original.subarray(0, 500)]) {
      expect(await avatar(bytes)).toBe('400 InvalidParameterException');
    }
    expect(await setAvatar(fan, newKey(fan.sub, 'avatar'))).toBe('400 InvalidParameterException');
  });
});

describe('deleting', () => {
  test('SAF-09 the server removes the pictures of a deleted photo, a replaced avatar and event picture', async () => {
    const fan = await openFan();
    const photo = await storePair(fan, newKey());
    expect(await register(fan, photo)).toBe('200');
    expect((await call(fan, 'DELETE', '/media/list/item', { public_list_id: 'event', media_url: photo })).outcome).toBe(
      '200',
    );
    expect([await isThere(photo), await isThere(thumbnailKey(photo))]).toEqual([false, false]);

    const small = await pictureOf(288, 288);
    const avatars = [newKey(fan.sub, 'avatar'), newKey(fan.sub, 'avatar')] as const;
    for (const key of nonEmpty(avatars)) {
      expect(await store(fan, key, small)).toBe('200');
      expect(await setAvatar(fan, key)).toBe('200');
    }
    expect([await isThere(avatars[0]), await isThere(avatars[1])]).toEqual([false, true]);
    expect(await setAvatar(fan, avatars[1])).toBe('200');
    expect(await isThere(avatars[1])).toBe(true);
    expect(await setAvatar(fan, '')).toBe('200');
    expect(await isThere(avatars[1])).toBe(false);

    const event_id = await makeEvent(fan);
    const [first, second] = [await storePair(fan, newKey(event_id)), await storePair(fan, newKey(event_id))];
    for (const key of [first, second]) {
      expect((await saveEvent(fan, { event_id, thumbnail: key })).outcome).toBe('200');
    }
    expect([await isThere(first), await isThere(thumbnailKey(first)), await isThere(second)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('SAF-09 with an event that is taken back go the pictures stored for it, named or not', async () => {
    const fan = await openFan();
    const event_id = await makeEvent(fan);
    const [named, left] = [await storePair(fan, newKey(event_id)), await storePair(fan, newKey(event_id))];
    const elsewhere = await storePair(fan, newKey());
    expect((await saveEvent(fan, { event_id, thumbnail: named })).outcome).toBe('200');
    expect((await call(fan, 'DELETE', '/memorial/event/item', { event_id })).outcome).toBe('200');
    for (const key of [named, left].flatMap((one) => [one, thumbnailKey(one)])) expect(await isThere(key)).toBe(false);
    expect(await isThere(elsewhere)).toBe(true);
    expect(await uploadsOf(fan)).toHaveLength(2);
  });
});

describe('places', () => {
  test('SAF-10a what becomes part of the product gives its place back, at once', async () => {
    const fan = await openFan();
    const photo = await storePair(fan, newKey());
    expect(await uploadsOf(fan)).toHaveLength(2);
    expect(await register(fan, photo)).toBe('200');
    expect(await uploadsOf(fan)).toEqual([]);
    const event_id = await makeEvent(fan);
    const picture = await storePair(fan, newKey(event_id));
    expect((await saveEvent(fan, { event_id, thumbnail: picture })).outcome).toBe('200');
    const avatar = newKey(fan.sub, 'avatar');
    expect(await store(fan, avatar, await pictureOf(288, 288))).toBe('200');
    expect(await uploadsOf(fan)).toHaveLength(1);
    expect(await setAvatar(fan, avatar)).toBe('200');
    expect(await uploadsOf(fan)).toEqual([]);
    // A put that is refused takes none.
    expect(await store(fan, newKey(), Buffer.from('no picture'))).toBe('400 InvalidRequest');
    expect(await store(fan, newKey('no-event'), original)).toBe('403 AccessDenied');
    expect(await uploadsOf(fan)).toEqual([]);
  });
});

test('STF-18a editors alone store pictures of news', async () => {
  const fan = await openFan();
  const add = (role: StaffRole) =>
    server.deps.db
      .insertInto('staff')
      .values({ tenant: CLUB, user_id: fan.sub, role, added_at: new Date(), added_by: 'test' })
      .onConflict((c) => c.columns(['tenant', 'user_id']).doUpdateSet({ role }))
      .execute();
  expect(await store(fan, newKey(NEWS_FOLDER), original)).toBe('403 AccessDenied');
  await add('moderator');
  expect(await store(fan, newKey(NEWS_FOLDER), original)).toBe('403 AccessDenied');
  await add('editor');
  for (const folder of [NEWS_FOLDER, PERSONS_FOLDER]) expect(await store(fan, newKey(folder), original)).toBe('200');
});

test('STF-08d a phone still stores photos of an event whose posts went over to another one', async () => {
  const fan = await openFan();
  expect(await store(fan, newKey('went-over'), original)).toBe('403 AccessDenied');
  await server.deps.db
    .insertInto('event_move')
    .values({
      tenant: CLUB,
      event_id: 'went-over',
      into_id: EVENT,
      moved_at: new Date(),
      opened_at: '2026-01-01 00:00:00',
      news_id: null,
      due_at: null,
    })
    .execute();
  expect(await store(fan, newKey('went-over'), original)).toBe('200');
});

describe('signing out', () => {
  test('SAF-12 everywhere, by one’s own list, by a new password or by leaving ends storage credentials', async () => {
    const ways: [string, (fan: Fan) => Promise<string>][] = [
      ['everywhere', ({ accessToken }) => idp('GlobalSignOut', { AccessToken: accessToken })],
      [
        'one device',
        async (fan) => {
          const other = await signInAgain(fan.sub);
          const body = { session_id: fan.sessionId };
          return (await call(other, 'DELETE', '/user/session/item', body)).outcome;
        },
      ],
      [
        'a new password',
        async ({ sub }) => {
          const { accessToken } = await signInAgain(sub);
          const ProposedPassword = 'Another-Stadium-2027';
          return idp('ChangePassword', {
            AccessToken: accessToken,
            PreviousPassword: 'Stadium-2026',
            ProposedPassword,
          });
        },
      ],
      ['leaving', ({ accessToken }) => idp('DeleteUser', { AccessToken: accessToken })],
    ];
    for (const [way, signOut] of ways) {
      const fan = await openFan();
      const stays = await openFan();
      expect([way, await store(fan, newKey(), original)]).toEqual([way, '200']);
      expect([way, await signOut(fan)]).toEqual([way, '200']);
      expect([way, await store(fan, newKey(), original)]).toEqual([way, '400 ExpiredToken']);
      expect([way, await store(stays, newKey(), original)]).toEqual([way, '200']);
    }
  });
});

describe('a photo that is public before its original', () => {
  const big = { width: 2400, height: 1600 };
  const parts = async () => {
    const [whole, preview] = await Promise.all([pictureOf(2400, 1600), pictureOf(1600, Math.round(3200 / 3))]);
    return { whole, preview };
  };
  const report = async (fan: Fan, ...media_urls: string[]) =>
    (await call(fan, 'PUT', '/media/list/originals', { media_urls })).json.originals?.map(({ state }) => state);
  /** Thumbnail and preview are stored, the photo is registered. */
  async function postEarly(fan: Fan) {
    const { whole, preview } = await parts();
    const key = newKey();
    expect(await store(fan, previewKey(key), preview)).toBe('200');
    expect(await store(fan, thumbnailKey(key), thumbnail)).toBe('200');
    expect(await register(fan, key, { ...big, size: whole.byteLength, original: 'later' })).toBe('200');
    return { key, whole };
  }

  test('PUB-01a PUB-02a the fan stores preview and thumbnail, later the original, which nobody else can put', async () => {
    const [fan, attacker] = [await openFan(), await openFan()];
    const { key, whole } = await postEarly(fan);
    expect(await uploadsOf(fan)).toEqual([]);
    expect(await report(fan, key)).toEqual(['missing']);
    for (const one of [key, previewKey(key), thumbnailKey(key)])
      expect([one, await store(attacker, one, whole)]).toEqual([one, '403 AccessDenied']);
    expect([await isThere(key), await report(attacker, key)]).toEqual([false, ['gone']]);
    expect(await store(fan, key, whole)).toBe('200');
    expect(await uploadsOf(fan)).toEqual([{ key }]);
    expect(await report(fan, key)).toEqual(['stored']);
    expect(await uploadsOf(fan)).toEqual([]);
  });

  test('PUB-02a another picture than the one that was registered is refused and removed', async () => {
    const fan = await openFan();
    const { key } = await postEarly(fan);
    expect(await store(fan, key, original)).toBe('200');
    expect(await report(fan, key)).toEqual(['refused']);
    expect([await isThere(key), await isThere(previewKey(key)), await uploadsOf(fan)]).toEqual([false, true, []]);
  });

  test('PUB-02b deleted between the stages: all goes, and an original that comes later is taken away in time', async () => {
    const fan = await openFan();
    const { key, whole } = await postEarly(fan);
    const signed = await signedPut(server.url, fan.keys, key, whole);
    expect((await call(fan, 'DELETE', '/media/list/item', { public_list_id: 'event', media_url: key })).outcome).toBe(
      '200',
    );
    expect(await put(server.url, signed)).toBe('200');
    expect(await report(fan, key)).toEqual(['gone']);
    expect([await isThere(previewKey(key)), await isThere(thumbnailKey(key)), await isThere(key)]).toEqual([
      false,
      false,
      true,
    ]);
    const now = () => Date.now() + COLLECT_AFTER_MS + 3_600_000;
    const { db } = server.deps;
    await removeOrphanedObjects({ db, objects: server.kept, now });
    expect([await isThere(key), await uploadsOf(fan)]).toEqual([false, []]);
  });
});
