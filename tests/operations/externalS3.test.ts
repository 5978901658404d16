/** A server whose photos are in a bucket and whose accounts are in a Cognito pool, used by the client's own adapters. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import { LIST_AFTER_MS } from '../../server/objects/orphanChecks.ts';
import { removeOrphanedObjects } from '../../server/objects/removeOrphanedObjects.ts';
import { type ClientConfig, thumbnailKey, variantKey } from '../../src/contract/config.ts';
import { AppError } from '../../src/contract/errors.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { draftOf, type EventForm, formOfEvent, newEventForm } from '../../src/features/makeEvent/eventForm.ts';
import { createEvent, type SaveDeps, updateEvent } from '../../src/features/makeEvent/saveEvent.ts';
import { formatWireDate } from '../../src/rules/dates.ts';
import { createObjectName, originalKey, photoKeys } from '../../src/rules/objectKeys.ts';
import { addEvent, openExternalFan } from '../api/externalSetup.ts';
import { pictureOf } from '../api/objectsSetup.ts';
import { OPERATOR, type StandInAws, startStandInAws } from '../fakes/standInAws.ts';
import { CLUB } from '../support/tenants.ts';

const EVENT = 'ev1';
const HOUR_MS = 3_600_000;
const dataDir = mkdtempSync(join(tmpdir(), 'external-'));
let aws: StandInAws;
let isThereAws = true;
let server: RunningServer;
/** Of the server's clock, for what it does by itself. */
let ahead = 0;
let config: ClientConfig;
let jpeg: ArrayBuffer;

beforeAll(async () => {
  aws = await startStandInAws();
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OPERATOR.secretAccessKey);
  const options = optionsFromEnvironment({ ...aws.env, PORT: '0', DATA_DIR: dataDir });
  server = await startServer({ ...options, dist: null, now: () => Date.now() + ahead });
  const given = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig;
  config = { ...given, api: `${server.url}${given.api}` };
  await addEvent(server, EVENT);
  // What no bucket knows: our own store, which plays it, wants the event of a photo to be there.
  await addEvent(aws.server, EVENT);
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#284' } });
  jpeg = new Uint8Array(await picture.jpeg().toBuffer()).buffer;
});
afterAll(async () => {
  await server?.close();
  if (isThereAws) await aws?.close();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

const openFan = (email: string) =>
  openExternalFan({ config, jpeg, event: EVENT, codeFor: (to) => aws.codeFor(to) }, email);

const codeOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const isThere = async (key: string) => (await fetch(`${config.objects.publicBase}/${key}`)).status === 200;

test('the client is told where the bucket and the pools are, and its pages may go there', async () => {
  expect(config.objects).toEqual({
    endpoint: `${aws.url}/s3`,
    region: 'ap-northeast-1',
    bucket: 'photos',
    publicBase: `${aws.url}/s3/photos`,
    isPreviewFirst: true,
  });
  expect(config.identity).toMatchObject({
    userPoolEndpoint: `${aws.url}/idp`,
    identityPoolEndpoint: `${aws.url}/identity`,
  });
  const answer = await fetch(`${server.url}/config.json`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const part of ['connect-src', 'img-src']) {
    expect(policy.split('; ').find((one) => one.startsWith(part))).toContain(` ${new URL(aws.url).origin}`);
  }
});

test('what the pool and the bucket do is not done here as well', async () => {
  for (const path of ['/idp', '/identity', '/s3/photos/x', '/dev/mailbox']) {
    expect((await fetch(`${server.url}${path}`, { method: 'POST' })).status).toBe(404);
  }
});

test('PST-11a PST-11b a photo goes from the fan to the bucket and into the product', async () => {
  const fan = await openFan('aki@example.com');
  expect(fan.attributes).toMatchObject({ sub: fan.userId, Name: 'みどり' });
  expect(aws.calls).toContain('AdminGetUser');
  expect(aws.calls).toContain('AdminUpdateUserAttributes');
  const key = fan.newKey();
  expect(await codeOf(fan.register(key))).toBe('OBJECT_MISSING');
  await fan.store(key);
  expect(await codeOf(fan.register(key, jpeg.byteLength + 1))).toBe('OBJECT_MISSING');
  const { media_list } = await fan.register(key);
  expect(media_list.map(({ media_url }) => media_url)).toEqual([key]);
  expect(await isThere(key)).toBe(true);

  // From a try that was cut off.
  await aws.server.kept.put(variantKey(key, 240), Uint8Array.of(1), 'operator');
  await server.runPictures();
  const avif = await fetch(`${config.objects.publicBase}/${variantKey(key, 240)}`);
  expect([avif.status, avif.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(avif.headers.get('cache-control')).toContain('immutable');

  const other = await openFan('ken@example.com');
  expect(await codeOf(other.register(key))).toBe('MEDIA_URL_TAKEN');

  const before = aws.calls.length;
  await fan.api.deletePhoto({ body: { public_list_id: 'event', media_url: key } });
  // With whatever the server may have derived meanwhile.
  expect(aws.calls.slice(before).filter((call) => call === 'DELETE')).toHaveLength(photoKeys(key).length);
  expect(await isThere(key)).toBe(false);
  expect(await isThere(thumbnailKey(key))).toBe(false);
  expect(await isThere(variantKey(key, 240))).toBe(false);
});

test('PUB-01a PUB-02a with a bucket the original follows; what somebody else put under its public key goes', async () => {
  const [fan, attacker] = [await openFan('nagi@example.com'), await openFan('oni@example.com')];
  const [whole, preview, foreign] = await Promise.all(
    (
      [
        [2000, 1500],
        [1600, 1200],
        // Width and height are public, too; only how many bytes it has is not.
        [2000, 1500, true],
      ] as const
    ).map(async ([width, height, progressive = false]) => {
      const bytes = new Uint8Array(await pictureOf(width, height, { progressive }));
      return bytes.buffer;
    }),
  );
  if (!whole || !preview || !foreign) throw new Error('Not drawn.');
  expect(foreign.byteLength).not.toBe(whole.byteLength);
  const key = fan.newKey();
  await fan.put(previewKey(key), preview);
  await fan.put(thumbnailKey(key));
  await fan.register(key, whole.byteLength, EVENT, { width: 2000, height: 1500, original: 'later' });
  const report = async () => (await fan.api.putOriginals({ body: { media_urls: [key] } })).originals[0]?.state;
  expect(await report()).toBe('missing');
  await attacker.put(key, foreign);
  expect(await isThere(key)).toBe(true);
  expect(await report()).toBe('missing');
  expect(await isThere(key)).toBe(false);
  await fan.put(key, whole);
  expect(await report()).toBe('stored');
  expect((await (await fetch(`${config.objects.publicBase}/${key}`)).arrayBuffer()).byteLength).toBe(whole.byteLength);
  const [photo] = (await attacker.api.getPhoto({ query: { media_url: btoa(key) } })).list;
  expect(photo).toMatchObject({ original_pending: false, has_preview: true });
  await fan.api.deletePhoto({ body: { public_list_id: 'event', media_url: key } });
  for (const one of [key, previewKey(key), thumbnailKey(key)]) expect([one, await isThere(one)]).toEqual([one, false]);
});

test('a token the pool has not signed is refused', async () => {
  const headers = { 'x-api-key': config.apiKey, 'x-api-tenant': CLUB };
  const ask = async (token: string) => {
    const answer = await fetch(`${config.api}/user/tenant`, {
      headers: { ...headers, 'x-api-authorization': `Bearer ${token}` },
    });
    return [answer.status, await answer.json()];
  };
  expect(await ask('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.')).toEqual([401, { code: 'UNAUTHENTICATED' }]);
});

test('HLF-06 objects nobody registered are taken out of the bucket by one of two copies that look at once', async () => {
  const fan = await openFan('mao@example.com');
  const [kept, left] = [fan.newKey(), fan.newKey()];
  await fan.store(kept);
  await fan.register(kept);
  await fan.store(left);
  const { db } = server.deps;
  const run = (ahead: number) => removeOrphanedObjects({ db, objects: server.kept, now: () => Date.now() + ahead });
  expect((await run(0)).removed).toBe(0);
  expect(await isThere(left)).toBe(true);
  const swept = await Promise.all([run(LIST_AFTER_MS + HOUR_MS), run(LIST_AFTER_MS + HOUR_MS)]);
  const [none, all] = swept.map(({ removed }) => removed).toSorted();
  expect(none).toBe(0);
  // More where a photo of the tests before was deleted while its pictures were derived.
  expect(all).toBeGreaterThanOrEqual(2);
  expect([await isThere(kept), await isThere(thumbnailKey(kept))]).toEqual([true, true]);
  expect([await isThere(left), await isThere(thumbnailKey(left))]).toEqual([false, false]);
});

test('ACC-10b who leaves the pool leaves the product: photos, name and membership go, others stay', async () => {
  const leaver = await openFan('yui@example.com');
  const other = await openFan('rei@example.com');
  const [gone, stays] = [leaver.newKey(), other.newKey()];
  for (const [fan, key] of [
    [leaver, gone],
    [other, stays],
  ] as const) {
    await fan.store(key);
    await fan.register(key);
  }
  await leaver.leave();
  // The token is good for a while yet, but no account to join with: refused, and so is the renewal the client then tries.
  expect(await codeOf(leaver.api.putUserTenant({ body: { tenant_id: CLUB, agreed_version: '1' } }))).toBe(
    'NotAuthorizedException',
  );
  ahead = HOUR_MS;
  await server.runJobs();
  const nameOf = async (userId: string) => (await other.api.getUserAttributes({ params: { userId } })).Name;
  expect(await nameOf(leaver.userId)).toBeUndefined();
  expect(await nameOf(other.userId)).toBe('みどり');
  expect([await isThere(gone), await isThere(thumbnailKey(gone)), await isThere(stays)]).toEqual([false, false, true]);
  const rows = await server.deps.db.selectFrom('membership').select('user_id').where('tenant', '=', CLUB).execute();
  expect(rows.map((row) => row.user_id)).toContain(other.userId);
  expect(rows.map((row) => row.user_id)).not.toContain(leaver.userId);
  // Nobody who has not been here since is asked for again.
  const asked = () => aws.calls.filter((call) => call === 'AdminGetUser').length;
  const before = asked();
  ahead = 9 * HOUR_MS;
  await server.runJobs();
  ahead = 0;
  expect(asked()).toBe(before);
});

describe('events with a bucket', () => {
  type Fan = Awaited<ReturnType<typeof openFan>>;
  const picked = () => ({ name: createObjectName(), fileName: 'a.jpg', state: 'ready', error: null }) as const;
  const newForm = (): EventForm => ({
    ...newEventForm,
    name: '夕焼け',
    start: formatWireDate(Date.now()).slice(0, 10),
    end: formatWireDate(Date.now()).slice(0, 10),
    picked: { thumbnail: picked(), photo: picked() },
  });
  /** The form's own way of saving, with the fan's store; `refused`: keys the line breaks at. */
  const depsOf = (fan: Fan, refused: (key: string) => boolean = () => false): SaveDeps => ({
    api: {
      ...fan.api,
      async putEvent(input) {
        const saved = await fan.api.putEvent(input);
        // Our own store, which plays the bucket, wants the event of a picture to be there.
        if (input.body.event_id === null) await addEvent(aws.server, saved.event_id);
        return saved;
      },
    },
    objects: {
      async put(key, bytes) {
        if (refused(key)) throw new AppError('NETWORK', 'later');
        return fan.put(key, bytes);
      },
    },
    tenantId: CLUB,
    userId: fan.userId,
    readBytes: async () => jpeg.slice(0),
    remember: async () => {},
    onStep: () => {},
  });
  const keysOf = (eventId: string, { picked: { thumbnail, photo } }: EventForm) =>
    [thumbnail, photo]
      .map((one) => originalKey({ dir: 'ugc', tenant: CLUB, owner: eventId, name: one?.name ?? '' }))
      .flatMap((key) => [key, thumbnailKey(key)]);
  const allThere = async (keys: readonly string[]) => [...new Set(await Promise.all(keys.map(isThere)))];

  test('SAF-21 EVT-03a an event is made with its pictures, changed, and deleted with all of them', async () => {
    const fan = await openFan('sora@example.com');
    const form = newForm();
    const { eventId, isPhotoLost } = await createEvent(depsOf(fan), form);
    expect(isPhotoLost).toBe(false);
    const made = await fan.api.getEvent({ params: { eventId } });
    const before = keysOf(eventId, form);
    expect([made.thumbnail, made.descriptive_photo]).toEqual([before[0], before[2]]);
    expect(await allThere(before)).toEqual([true]);

    const change = { ...formOfEvent(made), name: '朝焼け', picked: { thumbnail: picked(), photo: null } };
    await updateEvent(depsOf(fan), change, made);
    const changed = await fan.api.getEvent({ params: { eventId } });
    const [thumbnail = ''] = keysOf(eventId, change);
    expect(changed).toMatchObject({ event_name: '朝焼け', thumbnail, descriptive_photo: made.descriptive_photo });
    expect(await Promise.all([...before, thumbnail].map(isThere))).toEqual([false, false, true, true, true]);

    await fan.api.deleteEvent({ body: { event_id: eventId } });
    expect(await allThere([...before, thumbnail, thumbnailKey(thumbnail)])).toEqual([false]);
  });

  test('SAF-21 EVT-03b one whose thumbnail does not arrive is taken back with what is in the bucket', async () => {
    const fan = await openFan('riku@example.com');
    const form = newForm();
    const stored: string[] = [];
    const deps = depsOf(fan, (key) => {
      if (key.includes('/thumbnail/')) return true;
      stored.push(key);
      return false;
    });
    expect(await codeOf(createEvent(deps, form))).toBe('NETWORK');
    expect(stored).toHaveLength(1);
    expect(await allThere(stored)).toEqual([false]);
    const { list } = await fan.api.getMemorialEvents({});
    expect(list.filter((event) => event.user_id === fan.userId)).toEqual([]);
  });

  test('SAF-21 nobody takes another fan’s picture: neither a photo for an event, nor an event’s for a photo', async () => {
    const [owner, other] = [await openFan('hina@example.com'), await openFan('kai@example.com')];
    const form = newForm();
    const { eventId } = await createEvent(depsOf(owner), form);
    const event = await owner.api.getEvent({ params: { eventId } });
    const photo = other.newKey(eventId);
    await other.store(photo);
    await other.register(photo, jpeg.byteLength, eventId);
    const stolen = { ...event, event_id: eventId, thumbnail: photo };
    const body = draftOf(formOfEvent(stolen), eventId, { thumbnail: photo, photo: null }, event);
    expect(await codeOf(owner.api.putEvent({ body }))).toBe('INVALID_REQUEST');
    for (const key of [event.thumbnail, event.descriptive_photo]) {
      expect(await codeOf(other.register(key ?? '', jpeg.byteLength, eventId))).toBe('MEDIA_URL_TAKEN');
    }
    expect(await allThere([...keysOf(eventId, form), photo])).toEqual([true]);
  });

  test('SAF-11a SAF-21 pictures in the bucket are looked at, too', async () => {
    const fan = await openFan('nagisa@example.com');
    const [lying, cut] = [fan.newKey(), fan.newKey()];
    for (const key of [lying, cut]) await fan.put(thumbnailKey(key));
    const large = new Uint8Array(await pictureOf(65, 48)).buffer;
    await fan.put(lying, large);
    expect(await codeOf(fan.register(lying, large.byteLength))).toBe('INVALID_REQUEST');
    await fan.put(cut, jpeg.slice(0, -2));
    expect(await codeOf(fan.register(cut, jpeg.byteLength - 2))).toBe('INVALID_REQUEST');
  });

  test('SAF-11b the pool takes any avatar; one that is not the fan’s own picture is not shown', async () => {
    const [fan, other] = [await openFan('mio@example.com'), await openFan('yuto@example.com')];
    const avatarOf = async (key: string) => {
      aws.attributes.set(fan.userId, { 'custom:extended4': key });
      return (await fan.api.getOwnAttributes()).extended4;
    };
    const keyOf = (owner: string) => originalKey({ dir: 'avatar', tenant: CLUB, owner, name: createObjectName() });
    const [own, cut, others, photo] = [keyOf(fan.userId), keyOf(fan.userId), keyOf(other.userId), other.newKey()];
    await fan.put(own);
    await fan.put(cut, jpeg.slice(0, -2));
    await other.put(others);
    await other.store(photo);
    expect(await avatarOf(own)).toBe(own);
    for (const key of [cut, others, photo, 'https://evil.example/x.jpg']) expect(await avatarOf(key)).toBeUndefined();
    expect(await avatarOf(own)).toBe(own);
    expect(await allThere([own, others, photo])).toEqual([true]);
  });
});

test('SAF-18d a bucket that is out of reach is asked again a little later', async () => {
  const fan = await openFan('shizuku@example.com');
  const key = fan.newKey();
  await fan.store(key);
  await aws.close();
  isThereAws = false;
  expect(await codeOf(fan.register(key))).toBe('UNAVAILABLE');
});
