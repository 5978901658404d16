/** Whatever a call is given, the server answers it or refuses it: it never fails. */
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints, pathOf } from '../../src/contract/endpoints.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { draftOf } from './contract/draft.ts';
import type { World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';
import { mutatedOf, validOf } from './properties/arbitraries.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const writes = all.filter(([, { method }]) => method !== 'GET');
const VALID_RUNS = 20;
/** Over all calls that take a body. */
const MUTATIONS = 10_000;
/** So many that none of them reaches the bound of a call. */
const fans = Array.from({ length: 24 }, (_, i) => `fan${i}`);

let world: World;
let known: string[] = [];
let photo = '';
let turn = 0;
beforeAll(async () => {
  world = await startWorld();
  for (const fan of fans) await world.join(fan);
  const { comment_id, media_url } = await world.newComment('ben');
  photo = media_url;
  const { degenerate_url } = await world.ok('putShortUrl', { body: { original_url: media_url } });
  const named = ['e', 'memo', 't', 's2026', 'aki', 'ben', 'fan1', '山田 太郎', comment_id, media_url];
  known = [
    ...named,
    btoa(media_url),
    degenerate_url,
    await world.newPhoto('fan1'),
    'https://fcm.googleapis.com/fcm/send/a',
  ];
});
beforeEach(async () => {
  await world.identityDb.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

type Body = Record<string, unknown>;
/** Chance alone never hits what must fit together: these lead it behind the first refusals. */
const steered: Partial<Record<EndpointName, (body: Body, fan: string) => Body | Promise<Body>>> = {
  putUserTenant: (body) => ({ ...body, tenant_id: CLUB }),
  putMediaList: (body, fan) => {
    // Of what is stored here the original never follows: a list with one photo of which it does is refused whole.
    const isWhole = turn % 4 !== 0;
    return {
      ...body,
      event_id: 'e',
      team_id: body.team_id === null ? null : 't',
      media_list: (body.media_list as NewPhoto[]).map((photo) => {
        // What the server reads from the stored picture itself is not for chance to say (SAF-11).
        const { media_url, size, width, height } = world.storePhoto(fan, 'e');
        return { ...photo, media_url, size, width, height, ...(isWhole && { original: undefined }) };
      }),
    };
  },
  putCaption: async (body, fan) => ({ ...body, media_url: await world.newPhoto(fan), event_id: 'e', team_id: null }),
  deletePhoto: async (body, fan) => ({ ...body, media_url: await world.newPhoto(fan) }),
  putComment: (body) => ({ ...body, media_url: photo, parent_id: null }),
  deleteComment: async (body, fan) => ({ ...body, comment_id: (await world.newComment(fan)).comment_id }),
  putCommentReport: async (body) => ({ ...body, ...(await world.newComment('ben')) }),
  putPhotoReport: async (body) => ({ ...body, media_url: await world.newPhoto('ben') }),
  putFanReport: (body) => ({ ...body, user_id: 'ben' }),
  // Whom the other calls write to stays reachable.
  putBlock: (body) => ({ ...body, block_user: 'blocked' }),
  putEvent: (body) => ({
    ...draftOf({}),
    ...body,
    ...PERIOD,
    event_id: null,
    thumbnail: null,
    descriptive_photo: null,
  }),
};
const PERIOD = {
  event_date: '2026-06-12',
  crawl_period_start: '2026-06-12 00:00:00',
  crawl_period_end: '2026-07-12 23:59:59',
};

interface Sent {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: string;
  readonly fan?: string | undefined;
}

async function send(endpoint: Endpoint, { params = {}, query = {}, body, fan = fans[turn % fans.length] }: Sent) {
  const path = `/f${pathOf(endpoint, params as Record<string, string>)}`;
  const search = new URLSearchParams(
    Object.entries(query as Record<string, string>).map(([key, value]) => [key, `${value}`]),
  );
  turn += 1;
  const headers: Record<string, string> = {
    'x-api-key': 'fan-web',
    'x-api-tenant': turn % 20 === 1 ? LEAGUE : CLUB,
    'x-api-authorization': `Bearer of.${fan}`,
    'content-type': 'application/json',
  };
  const response = await world.send(
    endpoint.method,
    `${path}?${search}`,
    headers,
    endpoint.method === 'GET' ? undefined : body,
  );
  return { status: response.status, json: (await response.json()) as unknown };
}

/** A refusal tells its code, and at most which field of the body is wrong. */
const Refusal = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)),
  at: v.optional(v.pipe(v.string(), v.regex(/^[\w.]+$/))),
});

describe('any input of the schema', () => {
  test.each(all)('API %s answers in its shape or refuses', async (name, endpoint) => {
    let answered = 0;
    const input = fc.tuple(validOf(endpoint.params, known), queryOf(endpoint), validOf(endpoint.body, known));
    await fc.assert(
      fc.asyncProperty(input, async ([params, query, body]) => {
        const fan = fans[turn % fans.length] ?? '';
        const led = await (steered[name]?.(body as Body, fan) ?? body);
        const { status, json } = await send(endpoint, { params, query, body: JSON.stringify(led), fan });
        if (status === 200) answered += 1;
        expect(status).toBeLessThan(500);
        if (status === 200) expect(v.safeParse(endpoint.answer, json).issues).toBeUndefined();
        else expect(v.safeParse(Refusal, json).issues).toBeUndefined();
      }),
      { numRuns: VALID_RUNS },
    );
    if (steered[name]) expect(answered).toBeGreaterThan(0);
    expect(world.errors).toEqual([]);
  });
});

/** `l` is a text on the wire and a number behind it. */
const queryOf = (endpoint: Endpoint) => {
  const { l, ...others } = endpoint.query.entries;
  const query = validOf(v.object(others), known);
  return l === undefined
    ? query
    : fc.tuple(query, fc.option(fc.integer({ min: 1, max: 100 }))).map(([rest, rows]) => ({
        ...(rest as object),
        ...(rows === null ? {} : { l: String(rows) }),
      }));
};

describe(`${MUTATIONS} bodies that are nearly right`, () => {
  test.each(writes)('API %s refuses them or passes over what is odd', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(validOf(endpoint.params, known), mutatedOf(endpoint.body, known), async (params, body) => {
        const { status } = await send(endpoint, { params, body });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: Math.ceil(MUTATIONS / writes.length) },
    );
    expect(world.errors).toEqual([]);
  });

  test('nothing of it became part of every object', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});
