/** The whole server on a real port, and an outsider who reaches it by HTTP alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, type StartOptions, startServer } from '../../server/main.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { fetchStorageKeys, openForge, put, type StorageKeys, signedPut } from '../api/attackSetup.ts';
import { CLUB } from '../support/tenants.ts';

export const EVENT = 'adversary';

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** A fan with a token, as an outsider who signed up has one. */
export interface Outsider {
  readonly sub: string;
  readonly idToken: string;
  readonly accessToken: string;
  /** A call of `/f` in the fan's name. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  keys(): Promise<StorageKeys>;
  /** Stores bytes under a key. Returns '200', or status and code of the refusal. */
  store(key: string, bytes: Uint8Array): Promise<string>;
}

export interface Outside {
  readonly server: RunningServer;
  readonly errors: readonly unknown[];
  readonly forge: Awaited<ReturnType<typeof openForge>>;
  fan(name: string): Promise<Outsider>;
  /** Status of a picture's public address. */
  statusOf(key: string): Promise<number>;
  close(): Promise<void>;
}

/** Starts the server in a folder of its own, with one event in progress in the club's tenant. */
export async function openOutside(options: Partial<StartOptions> = {}): Promise<Outside> {
  const dataDir = mkdtempSync(join(tmpdir(), 'adversary-'));
  const errors: unknown[] = [];
  const log = {
    request: () => {},
    info: () => {},
    fatal: () => {},
    error: (error: unknown) => void errors.push(error),
  };
  const place = { port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null } as const;
  const server = await startServer({ ...place, log, ...options });
  const forge = await openForge(server);
  await addEvent(server);
  return {
    server,
    errors,
    forge,
    fan: (name) => createOutsider(server, forge, name),
    statusOf: async (key) => (await fetch(`${server.url}/s3/photos/${key}`)).status,
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addEvent(server: RunningServer): Promise<void> {
  const event = { event_id: EVENT, event_name: 'E', event_type: 'official', event_date: '2026-01-01' } as const;
  const period = { crawl_period_start: '2026-01-01 00:00:00', crawl_period_end: '2099-01-01 00:00:00' };
  const nothing = { thumbnail: null, post_limit: null, descriptive_photo: null, season_id: null, user_id: null };
  await server.deps.db
    .insertInto('event')
    .values({ tenant: CLUB, ...event, ...period, ...nothing })
    .execute();
}

async function createOutsider(server: RunningServer, forge: Outside['forge'], name: string): Promise<Outsider> {
  const sub = await forge.addFan(name, CLUB);
  const { IdToken, AccessToken } = await forge.signIn(sub);
  const keys = async () => {
    const given = await fetchStorageKeys(server.url, IdToken);
    if (given === null) throw new Error('The fan gets no storage credentials.');
    return given;
  };
  return {
    sub,
    idToken: IdToken,
    accessToken: AccessToken,
    keys,
    async call(method, path, body) {
      const response = await fetch(`${server.url}/f${path}`, {
        method,
        headers: {
          'x-api-key': 'fan-web',
          'x-api-tenant': CLUB,
          'x-api-authorization': `Bearer ${IdToken}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json() };
    },
    store: async (key, bytes) => put(server.url, await signedPut(server.url, await keys(), key, bytes)),
  };
}

/** The three pictures of a photo, as they are stored. */
export interface Pictures {
  readonly original: Uint8Array;
  readonly preview?: Uint8Array;
  readonly thumbnail: Uint8Array;
}

export const newPhotoKey = (): string =>
  originalKey({ dir: 'ugc', tenant: CLUB, owner: EVENT, name: createObjectName() });

/** Stores the pictures of a photo. Returns what the store answered to each. */
export async function storePictures(fan: Outsider, key: string, pictures: Pictures): Promise<string[]> {
  const puts: [string, Uint8Array][] = [[thumbnailKey(key), pictures.thumbnail]];
  if (pictures.preview) puts.push([previewKey(key), pictures.preview]);
  puts.push([key, pictures.original]);
  return Promise.all(puts.map(([at, bytes]) => fan.store(at, bytes)));
}

/** A photo of these sizes, as the body of a registration names it. */
export const photoOf = (media_url: string, size: number, width: number, height: number): NewPhoto => ({
  media_url,
  comment: '',
  htag: '',
  player: '',
  photo_location: null,
  usepermit: true,
  consent: { wording: '1', at: Date.now() },
  fileName: 'IMG_0001.jpg',
  exif: null,
  width,
  height,
  color: '#336699',
  size,
});

export const register = (fan: Outsider, media_list: readonly NewPhoto[]): Promise<Answer> =>
  fan.call('PUT', '/media/list/items', {
    public_list_id: 'event',
    event_id: EVENT,
    season_id: null,
    media_list,
    team_id: null,
  });
