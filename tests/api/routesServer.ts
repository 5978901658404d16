/** The server on a database of its own, in-process, with an object store and an identity provider in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import * as v from 'valibot';
import { createServer, type ServerDeps } from '../../server/app.ts';
import { type DatabasePlace, openDatabase } from '../../server/database/database.ts';
import type { EventTable } from '../../server/database/schema.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import {
  type AnswerOf,
  type BodyOf,
  type EndpointName,
  endpoints,
  pathOf,
  type QueryInputOf,
} from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import type { PictureSize } from '../../src/rules/pictureEdit.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { sizeOfPicture } from './storeObjectName.ts';
import { copyTables } from './storePostgres.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** 2026-06-10 12:00:00 in Tokyo. */
export const NOON = Date.parse('2026-06-10T03:00:00Z');

interface Call<N extends EndpointName> {
  readonly as?: string;
  readonly tenant?: string;
  readonly params?: Record<string, string>;
  readonly query?: QueryInputOf<N>;
  readonly body?: BodyOf<N>;
}
type Reply<N extends EndpointName> = { status: 200; answer: AnswerOf<N> } | { status: number; code: string };

/** The embedded database, or with TEST_DATABASE_URL a new database on that PostgreSQL server. */
async function placeOf(folder: string): Promise<DatabasePlace> {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) return { dataDir: folder };
  return { databaseUrl: await copyTables(url, `routes_${createObjectName().toLowerCase()}`) };
}

export async function startRoutesServer(given: Partial<ServerDeps> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'routes-'));
  const { db, close } = await openDatabase(await placeOf(folder));
  // No power is cut here: writes need not wait for the disk.
  if (process.env.TEST_DATABASE_URL === undefined) await sql`set synchronous_commit = off`.execute(db);
  const stored = new Map<string, { size: number; owner: string | null; picture?: PictureSize | null }>();
  const errors: unknown[] = [];
  let now = NOON;
  const deps: ServerDeps = {
    db,
    objects: {
      stat: async (key) => stored.get(key) ?? null,
      remove: async (keys) => {
        for (const key of keys) stored.delete(key);
      },
      readPicture: async (key) => {
        const object = stored.get(key);
        return object?.picture === undefined ? sizeOfPicture(key) : object.picture;
      },
      removeBelow: async (folder) => {
        const rows = await db.selectFrom('photo').select('media_url').execute();
        const posted = rows.flatMap(({ media_url }) => [media_url, thumbnailKey(media_url)]);
        for (const key of stored.keys()) if (key.startsWith(folder) && !posted.includes(key)) stored.delete(key);
      },
    },
    attributesOf: async (sub) => ({ name: `name of ${sub}`, nickname: sub, avatar: null }),
    pushKey: 'push-key',
    isTenant: (id) => [CLUB, LEAGUE].includes(id),
    now: () => new Date(now),
    config: {
      api: '/f',
      apiKey: 'fan-web',
      identity: {
        region: 'ap-northeast-1',
        userPoolId: 'ap-northeast-1_fanphoto',
        clientId: 'fanphotoweb',
        identityPoolId: 'ap-northeast-1:6f1d2c3b-4a59-4e8d-9c7b-0a1b2c3d4e5f',
        userPoolEndpoint: '/idp',
        identityPoolEndpoint: '/identity',
      },
      objects: { endpoint: '/s3', region: 'ap-northeast-1', bucket: 'photos', publicBase: '/s3/photos' },
    },
    verifyToken: async (token) =>
      token === 'old' ? 'expired' : token.startsWith('of.') ? { sub: token.slice(3) } : 'invalid',
    dist: null,
    mounts: {},
    onError: (error) => errors.push(error),
    ...given,
  };
  const server = createServer(deps);

  async function send(method: string, path: string, headers: Record<string, string>, body?: string, address?: string) {
    const request = new Request(`http://localhost${path}`, { method, headers, ...(body ? { body } : {}) });
    return server.fetch(request, address);
  }

  /** One call as the client makes it. The answer must have the contract's shape. */
  async function call<N extends EndpointName>(name: N, input: Call<N> = {}): Promise<Reply<N>> {
    const { as, tenant = CLUB, params = {}, query = {}, body } = input;
    const endpoint = endpoints[name];
    const search = new URLSearchParams({ ...(query as Record<string, string>), timestamp: '1' });
    const response = await send(
      endpoint.method,
      `/f${pathOf(endpoint, params)}?${search}`,
      {
        'x-api-key': 'fan-web',
        'x-api-tenant': tenant,
        ...(as === undefined ? {} : { 'x-api-authorization': `Bearer of.${as}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
    const json: unknown = await response.json();
    if (response.status !== 200) return { status: response.status, ...v.parse(v.object({ code: v.string() }), json) };
    const answer = v.parse(v.strictObject({ answer: endpoint.answer as v.GenericSchema }), { answer: json }).answer;
    return { status: 200, answer: answer as AnswerOf<N> };
  }

  /** As `call`, and it must succeed. */
  async function ok<N extends EndpointName>(name: N, input: Call<N> = {}): Promise<AnswerOf<N>> {
    const reply = await call(name, input);
    if ('code' in reply) throw new Error(`${name} was refused: ${reply.status} ${reply.code}`);
    return reply.answer;
  }

  const join_ = (userId: string, tenant = CLUB) =>
    ok('putUserTenant', { as: userId, tenant, body: { tenant_id: tenant, agreed_version: '1' } });

  /** An event in progress, unless told otherwise. */
  async function addEvent(event_id: string, fields: Partial<Insertable<EventTable>> = {}) {
    await db
      .insertInto('event')
      .values({
        tenant: CLUB,
        event_id,
        event_name: `Event ${event_id}`,
        event_type: 'official',
        event_date: formatWireDate(NOON),
        crawl_period_start: formatWireDateTime(NOON - DAY),
        crawl_period_end: formatWireDateTime(NOON + DAY),
        thumbnail: null,
        post_limit: null,
        descriptive_photo: null,
        season_id: null,
        user_id: null,
        ...fields,
      })
      .execute();
  }

  /** A photo whose bytes are in the object store. */
  function storePhoto(owner: string, event: string, fields: Partial<NewPhoto> = {}, tenant = CLUB): NewPhoto {
    const media_url = originalKey({ dir: 'ugc', tenant, owner: event, name: createObjectName() });
    stored.set(media_url, { size: 1000, owner });
    stored.set(thumbnailKey(media_url), { size: 100, owner });
    return {
      media_url,
      comment: '',
      htag: '',
      player: '',
      photo_location: null,
      usepermit: true,
      consent: { wording: '1', at: NOON },
      fileName: 'IMG_0001.jpg',
      exif: null,
      width: 4000,
      height: 3000,
      color: '#336699',
      size: 1000,
      ...fields,
    };
  }

  const post = (as: string, event_id: string, media_list: NewPhoto[], tenant = CLUB) =>
    call('putMediaList', {
      as,
      tenant,
      body: { public_list_id: 'event', event_id, season_id: null, media_list, team_id: null },
    });

  return {
    db,
    identityDb: db,
    fetch: server.fetch,
    send,
    call,
    ok,
    join: join_,
    addEvent,
    storePhoto,
    post,
    stored,
    errors,
    setNow: (instant: number) => {
      now = instant;
    },
    async close() {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type RoutesServer = Awaited<ReturnType<typeof startRoutesServer>>;
