/** A copy of the data that somebody only looks at, such as a restored backup: its fans' phones do not ring. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import { endpointId } from '../../server/push/pushDevices.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { type ReceivedMail, startMailServer } from '../fakes/standInMail.ts';
import { CLUB } from '../support/tenants.ts';
import { createPushService, newPushPhone, subscriptionKeys } from './pushSetup.ts';

const MINUTE = 60_000;
/** Noon in Tokyo: pushes to many wait for no morning. */
const NOON = Date.UTC(2026, 5, 1, 3);
const dataDir = mkdtempSync(join(tmpdir(), 'deliveries-off-'));
const service = createPushService();
const mails: ReceivedMail[] = [];
const said: string[] = [];
let post: Server;

beforeAll(async () => {
  post = await startMailServer(mails);
  await service.open();
});
afterAll(() => {
  service.close();
  post?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function withServer(env: Record<string, string>, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const { port } = post.address() as AddressInfo;
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.net', CONTACT_TO: 'op@example.net' };
  const options = optionsFromEnvironment({ ...mail, PORT: '0', DATA_DIR: dataDir, DEMO: '0', ...env });
  const log = { request: () => {}, fatal: () => {}, error: () => {}, info: (line: string) => void said.push(line) };
  const server = await startServer({ ...options, dist: null, log, pushFetch: service.fetch, now: () => NOON });
  await use(server).finally(() => server.close());
}

/** A push that waits, an event that has begun and a message to the operator. */
async function addWhatIsDue({ deps: { db } }: RunningServer): Promise<void> {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/phone';
  const of = { tenant: CLUB, user_id: 'aki' };
  const device = { endpoint, endpoint_id: await endpointId(endpoint), ...subscriptionKeys(newPushPhone('phone')) };
  await db
    .insertInto('push_device')
    .values({ ...of, ...device, session_id: null, origin: null })
    .execute();
  for (const event_id of ['queued', 'begun']) {
    await db
      .insertInto('event')
      .values({
        tenant: CLUB,
        event_id,
        event_name: 'Event',
        event_type: 'official',
        event_date: formatWireDate(NOON),
        thumbnail: null,
        post_limit: null,
        descriptive_photo: null,
        season_id: null,
        user_id: null,
        crawl_period_start: formatWireDateTime(NOON - MINUTE),
        crawl_period_end: formatWireDateTime(NOON + 60 * MINUTE),
      })
      .execute();
    await db
      .insertInto('favorite')
      .values({ ...of, kind: 'event', target: event_id })
      .execute();
  }
  const queued = { kind: 'event', about: 'queued' } as const;
  await db
    .insertInto('push_job')
    .values({ ...of, ...queued, due_at: new Date(NOON - MINUTE) })
    .execute();
  await db
    .insertInto('push_told')
    .values({ tenant: CLUB, ...queued, told_at: new Date(NOON - MINUTE) })
    .execute();
  const message = { contact_id: 'm-1', user_id: null, name: 'あき', email: 'aki@example.com', topic: 'other' } as const;
  await db
    .insertInto('contact')
    .values({ tenant: CLUB, ...message, message: '写真', user_agent: '', created_at: new Date(NOON - MINUTE) })
    .execute();
}

test('OPS-01d with DELIVERIES=0 a server pushes and mails nothing that is due, and says so at its start', async () => {
  await withServer({ DELIVERIES: '0' }, async (server) => {
    await addWhatIsDue(server);
    await server.runDeliveries();
    const { db } = server.deps;
    expect(await db.selectFrom('push_job').select(['about', 'tries']).execute()).toEqual([
      { about: 'queued', tries: 0 },
    ]);
    expect(await db.selectFrom('push_told').select('about').execute()).toEqual([{ about: 'queued' }]);
  });
  expect([service.arrived.length, mails.length]).toEqual([0, 0]);
  expect(said.filter((line) => line.includes('DELIVERIES=0'))).toHaveLength(1);
  // What was kept back was due indeed.
  await withServer({}, (server) => server.runDeliveries());
  expect([service.arrived.length, mails.length]).toEqual([2, 1]);
  expect(said.filter((line) => line.includes('DELIVERIES=0'))).toHaveLength(1);
});

test('OPS-01d with DELIVERIES=0 a code is in the mailbox of this machine, not in a mail', async () => {
  await withServer({ DELIVERIES: '0' }, async (server) => {
    expect(server.hasMailbox).toBe(true);
  });
  await withServer({}, async (server) => {
    expect(server.hasMailbox).toBe(false);
  });
});
