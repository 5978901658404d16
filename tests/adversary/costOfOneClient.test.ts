/**
 * What one cheap client costs the others: for each class of route it does its worst from 20 connections, and fans in another network ask
 * for a page, a list and the configuration. The 95th of 100 of their answers may take three times as long at most; below the time
 * nobody notices, a machine that others use decides. A measurement for a quiet machine: `COST_TABLE=1 npm run test:adversary costOfOneClient`.
 */
import { existsSync } from 'node:fs';
import { type ClientRequest, get } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import { generate } from '../bench/load/generate.ts';
import { CLUB } from '../support/tenants.ts';
import type { Flood, FloodData } from './floodThread.ts';
import { EVENT, newPhotoKey, type Outside, type Outsider, openOutside, photoOf } from './outsider.ts';

const FLOOD = '127.0.0.66';
const FANS = '127.0.0.7';
/** Milliseconds. An answer below `unnoticed` is as good as at once. */
const TIMES = { unnoticed: 40, idle: 1_500, flooded: 2_500, beforeLooking: 500, between: 12 } as const;
const dist = resolve(import.meta.dirname, '../../dist');

const isAsked = process.env.COST_TABLE !== undefined;
let outside: Outside;
let outsider: Outsider;
beforeAll(async () => {
  if (!isAsked) return;
  if (!existsSync(join(dist, 'index.html'))) throw new Error('Build first: npm run build');
  outside = await openOutside({ dist });
  outsider = await outside.fan('outsider');
  await generate(
    outside.server.deps.db,
    { tenants: tenants.map(({ id }) => id), photos: 3_000, until: Number.POSITIVE_INFINITY },
    () => {},
  );
}, 120_000);
afterAll(() => outside?.close());

const call = (method: string, path: string, body: unknown = null, token: string | null = null): Flood => ({
  method,
  path: `/f${path}`,
  headers: {
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    ...(token === null ? {} : { 'x-api-authorization': `Bearer ${token}` }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  },
  body: body === null ? null : JSON.stringify(body),
});
const identity = (operation: string, body: unknown): Flood => ({
  method: 'POST',
  path: '/idp',
  headers: {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  },
  body: JSON.stringify(body),
});
const ClientId = 'fanphotoweb';

/** One a class of route. Functions: what they hold is known once the server runs. */
const WORST: readonly (readonly [name: string, flood: () => Flood])[] = [
  ['page', () => ({ method: 'GET', path: `/${CLUB}/gallery.html?text=a{n}`, headers: {}, body: null })],
  ['list', () => call('GET', '/media/public/list/items/all?limit=100&offset=0&timestamp={n}')],
  ['search', () => call('GET', '/media/public/list/items/all?text=%E5%8B%9D{n}&limit=100&timestamp={n}')],
  ['list of a fan', () => call('GET', '/media/public/list/items/all?text=%E5%8B%9D&limit=100', null, outsider.idToken)],
  [
    'sign-in',
    () =>
      identity('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: 'nobody{n}@example.jp', SRP_A: 'ab'.repeat(384) },
      }),
  ],
  ['sign-up', () => identity('SignUp', { ClientId, Username: 'x{n}@example.jp', Password: 'Weak{n}' })],
  ['object PUT', () => ({ method: 'PUT', path: '/s3/photos/ugc/{n}.jpg', headers: {}, body: 'x'.repeat(60_000) })],
  ['object GET', () => ({ method: 'GET', path: '/s3/photos/ugc/none{n}.jpg', headers: {}, body: null })],
  [
    'registration',
    () =>
      call(
        'PUT',
        '/media/list/items',
        {
          public_list_id: 'event',
          event_id: EVENT,
          season_id: null,
          team_id: null,
          media_list: [photoOf(newPhotoKey(), 1_000, 400, 300)],
        },
        outsider.idToken,
      ),
  ],
  [
    'measurement',
    () => call('PUT', '/measurement/items', { page: 'home', device: 'phone', engine: '{n}', build: '{n}' }),
  ],
  [
    'push subscription',
    () =>
      call(
        'PUT',
        '/user/push/item',
        { endpoint: 'https://push.example.com/{n}', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
        outsider.idToken,
      ),
  ],
  ['search word', () => call('PUT', '/search/word/item', { word: '広告{n}', tagtype: 'htag' })],
  [
    'contact',
    () =>
      call('PUT', '/contact/item', {
        contact_id: 'contact{n}',
        name: 'x',
        email: 'x{n}@example.jp',
        topic: 'other',
        message: 'x'.repeat(1_000),
      }),
  ],
];

const ASKED = [`/${CLUB}/`, '/f/media/public/list/items/all?limit=30', '/config.json'] as const;
const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };

/** Milliseconds until the whole answer is there. Rejects when it is no success. */
function ask(path: string): Promise<number> {
  const { port } = new URL(outside.server.url);
  const begun = performance.now();
  return new Promise((done, fail) => {
    const sent: ClientRequest = get({ host: '127.0.0.1', port, path, headers, localAddress: FANS }, (answer) => {
      answer.on('error', fail).on('end', () => done(performance.now() - begun));
      answer.resume();
      if (answer.statusCode !== 200) fail(new Error(`${path}: ${answer.statusCode}`));
    });
    sent.on('error', fail);
  });
}

/** The 95th of 100 of what fans wait, asking one after the other for so long. */
async function p95During(ms: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    for (const path of ASKED) times.push(await ask(path));
    await pause(TIMES.between);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
}

async function p95Flooded(flood: Flood): Promise<{ readonly ms: number; readonly statuses: ReadonlySet<number> }> {
  const data: FloodData = { ...flood, port: Number(new URL(outside.server.url).port), from: FLOOD };
  const thread = new Worker(new URL('./floodThread.ts', import.meta.url), { workerData: data });
  const statuses = new Set<number>();
  thread.on('message', (status: number) => statuses.add(status));
  try {
    await pause(TIMES.beforeLooking);
    return { ms: await p95During(TIMES.flooded), statuses };
  } finally {
    await thread.terminate();
  }
}

test.runIf(isAsked).each(WORST)(
  'HLF-14a what one client costs others: %s',
  async (name, flood) => {
    const rounds: { idle: number; flooded: number }[] = [];
    for (let round = 0; round < 2; round += 1) {
      const idle = await p95During(TIMES.idle);
      const { ms: flooded, statuses } = await p95Flooded(flood());
      expect(statuses.size, 'the flood got answers').toBeGreaterThan(0);
      console.log(`${name}: idle ${idle.toFixed(1)} ms, flooded ${flooded.toFixed(1)} ms, answers ${[...statuses]}`);
      rounds.push({ idle, flooded });
      if (flooded <= 3 * Math.max(idle, TIMES.unnoticed)) break;
    }
    const ratios = rounds.map(({ idle, flooded }) => flooded / Math.max(idle, TIMES.unnoticed));
    expect(Math.min(...ratios), JSON.stringify(rounds)).toBeLessThanOrEqual(3);
  },
  60_000,
);
