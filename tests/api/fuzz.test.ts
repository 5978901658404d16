/**
 * Whatever is sent, the server answers soon and never with a fault of its own (SAF-17). `npm run test:fuzz` sends FUZZ_REQUESTS (10,000)
 * requests of a new seed to each database; FUZZ_SEED repeats a run. As one of all tests: a short run of one seed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routeName } from '../../server/http/routeNames.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { CLUB } from '../support/tenants.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz/fuzzWorld.ts';
import { anyRequest, type FuzzRequest } from './fuzz/requests.ts';
import { minimise, Sender, type Wrong } from './fuzz/send.ts';

const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
const SHORT = { requests: 600, seed: 17 };
const requests = Number(FUZZ_REQUESTS ?? SHORT.requests);
const seed = Number(FUZZ_SEED ?? (FUZZ_REQUESTS === undefined ? SHORT.seed : Date.now() % 2 ** 31));
/** After so many, what they took away is made anew. */
const BATCH = 200;
/** So many requests reach every call of the contract. */
const LONG = 10_000;
const AT_ONCE = 8;
/** Faults are shown up to here: one is often behind many. */
const SHOWN = 10;

let world: FuzzWorld;
let sender: Sender;
beforeAll(async () => {
  world = await startFuzzWorld();
  sender = new Sender(world.url, world.secrets);
});
afterAll(async () => {
  sender?.close();
  await world?.close();
});

/** Calls that were answered. */
const reached = new Set<string>();

interface Fault {
  readonly wrong: Wrong;
  readonly request: FuzzRequest;
}

/** Sends them, some at once. Answers what went wrong, and counts the answers by status. */
async function sendAll(batch: readonly FuzzRequest[], statuses: Map<number, number>): Promise<Fault[]> {
  const suspects: Fault[] = [];
  const left = batch.values();
  const work = async () => {
    for (const request of left) {
      const { wrong, status } = await sender.check(request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200)
        reached.add(`${request.method} ${routeName(request.method, request.path.split('?')[0] ?? '', null)}`);
      if (wrong !== null) suspects.push({ wrong, request });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const faults: Fault[] = [];
  for (const fault of suspects) {
    const { is } = fault.wrong;
    if (is === 'failure' || (await sender.isAlways(fault.request, is))) faults.push(fault);
  }
  return faults;
}

async function tell({ wrong, request }: Fault): Promise<string> {
  const isSo = async (one: FuzzRequest) => (await sender.check(one)).wrong?.is === wrong.is;
  const least = wrong.is === 'failure' ? await minimise(request, isSo) : request;
  return `${wrong.text}\n  ${JSON.stringify(least).slice(0, 3_000)}`;
}

test(`SAF-17 ${requests} generated requests: no 5xx and no hang`, { timeout: 3_600_000 }, async () => {
  console.log(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`);
  const statuses = new Map<number, number>();
  const faults: Fault[] = [];
  for (let sent = 0; sent < requests && faults.length < SHOWN; sent += BATCH) {
    const size = Math.min(BATCH, requests - sent);
    const batch = fc.sample(anyRequest(await world.refresh()), { seed: seed + sent, numRuns: size });
    faults.push(...(await sendAll(batch, statuses)));
  }
  console.log(
    [...statuses]
      .toSorted()
      .map(([status, n]) => `${status}: ${n}`)
      .join(', '),
  );
  const told: string[] = [];
  for (const fault of faults.slice(0, SHOWN)) told.push(await tell(fault));
  expect(told.join('\n'), `FUZZ_SEED=${seed}`).toBe('');
  expect(world.errors).toEqual([]);
  // Not all were turned away at the door.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 10);
  const calls = Object.values(endpoints).map(({ method, path }) => `${method} /f${path}`);
  if (requests >= LONG) expect(calls.filter((call) => !reached.has(call))).toEqual([]);
});

test('SAF-17 the method TRACE is refused on every address, not failed', async () => {
  for (const path of ['/', '/f/team/items', `/${CLUB}/gallery.html`, '/idp', '/s3/photos/x', '/healthz']) {
    const { status } = await sender.send({ method: 'TRACE', path, headers: {}, body: null });
    expect([path, status]).toEqual([path, 405]);
  }
});

test('SAF-17 half a surrogate pair or a NUL in a user name is nobody’s name, not a failure', async () => {
  const operations = [
    'ForgotPassword',
    'ConfirmForgotPassword',
    'ConfirmSignUp',
    'ResendConfirmationCode',
    'InitiateAuth',
  ];
  for (const operation of operations)
    for (const name of ['a\udc3b', 'a\u0000@example.jp', '\u0000']) {
      const body = {
        ClientId: EMBEDDED_POOL.clientId,
        Username: name,
        Password: 'Stadium-2026',
        ConfirmationCode: '1',
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: name, SRP_A: 'ff' },
      };
      const headers = {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      };
      const { status } = await sender.send({ method: 'POST', path: '/idp', headers, body: JSON.stringify(body) });
      expect([operation, name, status < 500]).toEqual([operation, name, true]);
    }
});
