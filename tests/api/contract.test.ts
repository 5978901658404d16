/**
 * Every endpoint of the contract: success, wrong input, nobody or a wrong token, another tenant, another fan, no member.
 * Rows stand in `contract/*Rows.ts`; an endpoint without one does not compile.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints, pathOf } from '../../src/contract/endpoints.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { rows } from './contract/allRows.ts';
import type { BadInput, Input, Outcome, Row, World } from './contract/rowTypes.ts';
import { startWorld } from './contract/world.ts';

const names = Object.keys(endpoints) as EndpointName[];
const COMMON = ['INVALID_REQUEST', 'UNAUTHENTICATED', 'TOKEN_EXPIRED'];
/** Writes that are the account's, not a tenant's. */
const OF_ACCOUNT: readonly EndpointName[] = [
  'putUserTenant',
  'putNoticeSettings',
  'putFirstSteps',
  'deleteMute',
  'deleteBlock',
  'deleteSession',
];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.identityDb.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

interface Sent extends BadInput {
  readonly tenant?: string;
  readonly token?: string;
}
type Reply = { status: number; json: unknown };

async function send(endpoint: Endpoint, { params = {}, query = {}, body, tenant = CLUB, token }: Sent) {
  const path = `/f${pathOf(endpoint, params)}?${new URLSearchParams({ ...query, timestamp: '1' })}`;
  const headers: Record<string, string> = { 'x-api-key': 'fan-web', 'x-api-tenant': tenant };
  if (token !== undefined) headers['x-api-authorization'] = `Bearer ${token}`;
  const isWrite = endpoint.method !== 'GET';
  if (isWrite) headers['content-type'] = 'application/json';
  const answer = await world.send(endpoint.method, path, headers, isWrite ? JSON.stringify(body ?? {}) : undefined);
  return { status: answer.status, json: await answer.json() };
}

/** The outcome, and that a refusal is one the contract names. */
function expectOutcome(endpoint: Endpoint, { status, json }: Reply, outcome: Outcome) {
  if (status !== 200) expect([...endpoint.errors, ...COMMON]).toContain((json as { code: string }).code);
  expect(json).toMatchObject(typeof outcome === 'string' ? { code: outcome } : outcome);
  expect(status === 200).toBe(typeof outcome !== 'string');
}

test('every endpoint has a row, and wrong input wherever it takes input', () => {
  expect(Object.keys(rows).sort()).toEqual([...names].sort());
  for (const name of nonEmpty(names)) {
    const { params, query, body } = endpoints[name] as Endpoint;
    const takesInput = [params, query, body].some((schema) => Object.keys(schema.entries).length > 0);
    expect([name, rows[name].invalid.length > 0]).toEqual([name, takesInput]);
  }
});

describe.each(names)('%s', (name) => {
  const endpoint: Endpoint = endpoints[name];
  const row = rows[name] as unknown as Row<EndpointName>;
  const id = `API-${endpoint.method}-${endpoint.path}`;
  const token = `of.${row.as ?? 'aki'}`;
  const inputOf = async () => (await row.input(world)) as Input<EndpointName> & BadInput;

  test(`${id} success`, async () => {
    const input = await inputOf();
    const answers = await row.answers(input, world);
    expectOutcome(endpoint, await send(endpoint, { ...input, token }), answers);
    const reply = await world.call(name, { ...input, as: row.as ?? 'aki' } as never);
    // A second time: the same, or gone.
    if ('code' in reply) expect(endpoint.errors).toContain(reply.code);
  });

  test(`${id} wrong input`, async () => {
    for (const input of row.invalid) {
      const { status, json } = await send(endpoint, { ...input, token });
      // A post's refusal may name the photo (QUE-03c).
      const { at, ...refusal } = json as { code: string; at?: string };
      expect([input, status, refusal]).toEqual([input, 400, { code: 'INVALID_REQUEST' }]);
      expect(at === undefined || (name === 'putMediaList' && /^media_list\.\d/.test(at))).toBe(true);
    }
    // What a call does not know it passes over.
    const { query = {}, ...rest }: BadInput = await inputOf();
    const odd = Object.fromEntries([
      ...Object.entries(query),
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['other', 'z'],
    ]);
    expect((await send(endpoint, { ...rest, query: odd, token })).status).toBe(200);
  });

  test(`${id} ROL-02 nobody, a forged and an expired token`, async () => {
    const input = await inputOf();
    const codes = async (given: string | undefined) => {
      const { status, json } = await send(endpoint, given === undefined ? input : { ...input, token: given });
      return status === 200 ? 200 : (json as { code: string }).code;
    };
    const expected = {
      user: ['UNAUTHENTICATED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED'],
      either: [200, 'UNAUTHENTICATED', 'TOKEN_EXPIRED'],
      anonymous: [200, 200, 200],
    }[endpoint.auth];
    expect([await codes(undefined), await codes('forged'), await codes('old')]).toEqual(expected);
  });

  test(`${id} TEN-10c in another tenant`, async () => {
    const input = await inputOf();
    expectOutcome(endpoint, await send(endpoint, { ...input, token, tenant: LEAGUE }), row.otherTenant);
    await row.holds?.(input, world, LEAGUE);
    for (const tenant of ['nobody', '__proto__', `../${CLUB}`, CLUB.toUpperCase()]) {
      expect(await send(endpoint, { ...input, token, tenant })).toEqual({
        status: 404,
        json: { code: 'UNKNOWN_TENANT' },
      });
    }
  });

  test(`${id} by another fan`, async () => {
    const input = await inputOf();
    expectOutcome(endpoint, await send(endpoint, { ...input, token: 'of.ben' }), row.otherUser);
    await row.holds?.(input, world, CLUB);
  });

  const isMembersOnly = endpoint.auth === 'user' && endpoint.method !== 'GET' && !OF_ACCOUNT.includes(name);
  // For the others there is no such thing.
  if (!isMembersOnly) return;
  test(`${id} TEN-10b by a fan who is no member`, async () => {
    const input = await inputOf();
    const reply = await send(endpoint, { ...input, token: 'of.elsewhere' });
    expect(reply).toEqual({ status: 403, json: { code: 'NOT_A_MEMBER' } });
    expect(endpoint.errors).toContain('NOT_A_MEMBER');
    await row.holds?.(input, world, CLUB);
  });
});

test('no answer has a field more than the contract: what else a row holds is nobody’s business', async () => {
  const answered: string[] = [];
  for (const name of nonEmpty(names)) {
    const endpoint: Endpoint = endpoints[name];
    const row = rows[name] as unknown as Row<EndpointName>;
    const input = (await row.input(world)) as Input<EndpointName> & BadInput;
    const { status, json } = await send(endpoint, { ...input, token: `of.${row.as ?? 'aki'}` });
    if (status !== 200) continue;
    answered.push(name);
    expect([name, v.parse(endpoint.answer, json)]).toEqual([name, json]);
  }
  expect(answered.length).toBeGreaterThan(names.length / 2);
});

test('no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
