/** Messages to the operator: from the form to the operators' commands and the operator's mailbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailContacts } from '../../server/api/contact/contactMail.ts';
import { createLog } from '../../server/http/log.ts';
import { startDeliveries } from '../../server/jobs/deliveries.ts';
import { openVapidKeys } from '../../server/push/vapidKeys.ts';
import { CONTACT_LIMITS } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { messageOf } from './contract/contactRows.ts';
import { createOutage } from './databaseOutage.ts';
import { newPushPhone, subscriptionKeys } from './pushSetup.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
});
beforeEach(async () => {
  await server.db.deleteFrom('contact').execute();
  await server.identityDb.deleteFrom('identity_limit').execute();
});
afterAll(() => server.close());

const read = () => server.db.selectFrom('contact').selectAll().orderBy('contact_id').execute();

test('API-PUT-/contact/item visitors and fans write to the operator; a resend is the same message', async () => {
  await server.ok('putContact', { body: messageOf('visitor') });
  for (let i = 0; i < 2; i += 1) await server.ok('putContact', { as: 'aki', body: messageOf('fan') });
  const quoted = { ...messageOf('quoted'), message: ' <b>で囲むと消えます\u202e ' };
  await server.ok('putContact', { as: 'aki', tenant: LEAGUE, body: quoted });
  expect(await read()).toMatchObject([
    { tenant: CLUB, contact_id: 'fan', user_id: 'aki', email: 'aki@example.jp' },
    { tenant: LEAGUE, contact_id: 'quoted', user_id: 'aki', message: '<b>で囲むと消えます' },
    { tenant: CLUB, contact_id: 'visitor', user_id: null, closed_at: null },
  ]);
});

test('API-PUT-/contact/item a flood from one network is refused', async () => {
  const put = (id: number) =>
    server.send(
      'PUT',
      '/f/contact/item',
      { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' },
      JSON.stringify(messageOf(`flood-${id}`)),
      '192.0.2.1',
    );
  const { count } = CONTACT_LIMITS.visitors;
  const statuses: number[] = [];
  for (let id = 0; id <= count; id += 1) statuses.push((await put(id)).status);
  expect(statuses).toEqual([...Array.from({ length: count }, () => 200), 429]);
  expect(await read()).toHaveLength(count);
});

test('API-PUT-/contact/item operators list, read and close messages', async () => {
  const admin = createAdmin(server);
  expect(await admin.done('contacts', 'list')).toBe(`${CLUB} has no open messages.\n`);
  await server.ok('putContact', { as: 'aki', body: { ...messageOf('m1'), message: 'one\n\u0085two' } });
  await server.ok('putContact', { tenant: LEAGUE, body: messageOf('other') });
  expect(await admin.done('contacts', 'list')).toBe('m1  2026.06.10 12:00  open, usage: one two\n');
  const whole = await admin.done('contacts', 'read', 'm1');
  expect(whole).toContain('Reply to  aki@example.jp\nAccount   aki\n');
  expect(whole).toContain('Text\n  one\n   two\n');
  expect(await admin.done('contacts', 'close', 'm1', '--dry-run')).toContain('Dry run');
  expect(await admin.done('contacts', 'close', 'm1')).toBe('Message m1 closed.\n');
  expect(await admin.done('contacts', 'close', 'm1')).toContain('was closed');
  expect(await admin.done('contacts', 'list')).toContain('no open messages');
  expect(JSON.parse(await admin.done('contacts', 'list', '--all', '--json'))).toMatchObject([{ contact_id: 'm1' }]);
  expect(await admin.run('contacts', 'read', 'other')).toMatchObject({
    code: 1,
    err: `${CLUB} has no message other.\n`,
  });
});

test('API-PUT-/contact/item each message is mailed once by the first copy, again where the mail failed', async () => {
  for (const id of ['a', 'b', 'c']) await server.ok('putContact', { body: messageOf(id) });
  const mailed: string[] = [];
  let isDown = true;
  const mail = {
    async send({ contact_id }: { contact_id: string }) {
      if (isDown && contact_id === 'b') throw new Error('busy');
      mailed.push(contact_id);
    },
  };
  const errors: unknown[] = [];
  const around = { now: () => NOON, onError: (error: unknown) => errors.push(error) };
  const counts = await Promise.all([mailContacts(server.db, mail, around), mailContacts(server.db, mail, around)]);
  expect(counts.reduce((a, b) => a + b)).toBe(2);
  expect(mailed.toSorted()).toEqual(['a', 'c']);
  expect(errors.length).toBeGreaterThan(0);
  isDown = false;
  expect(await mailContacts(server.db, mail, around)).toBe(1);
  expect(await mailContacts(server.db, mail, around)).toBe(0);
  expect(mailed.toSorted()).toEqual(['a', 'b', 'c']);
});

describe('API-PUT-/contact/item mails that do not go', () => {
  const MINUTE = 60_000;
  const putAll = async (...ids: string[]) => {
    for (const contact_id of ids) {
      server.setNow(NOON + ids.indexOf(contact_id));
      await server.ok('putContact', { body: messageOf(contact_id) });
    }
    server.setNow(NOON);
  };
  const mailAt = (at: number, mailed: string[]) =>
    mailContacts(
      server.db,
      { send: async ({ contact_id }) => void mailed.push(contact_id) },
      { now: () => at, onError: (error) => expect(error).toBeUndefined() },
    );
  const unmailed = async () =>
    (await read()).filter(({ mailed_at }) => mailed_at === null).map(({ contact_id }) => contact_id);

  test('what a copy that was killed had taken is mailed by another, all else at once', async () => {
    await putAll('a', 'b', 'c');
    await new Promise<void>((begun) => {
      const send = () => {
        begun();
        return new Promise<never>(() => {});
      };
      void mailContacts(server.db, { send }, { now: () => NOON, onError: () => {} });
    });
    expect(await unmailed()).toEqual(['a', 'b', 'c']);
    const mailed: string[] = [];
    expect(await mailAt(NOON + MINUTE, mailed)).toBe(2);
    expect(await mailAt(NOON + 10 * MINUTE, mailed)).toBe(1);
    expect(mailed).toEqual(['b', 'c', 'a']);
    expect(await unmailed()).toEqual([]);
  });

  test('none is lost where the database is away when a mail fails, or has gone', async () => {
    await putAll('a', 'b', 'c');
    const outage = createOutage(server.db);
    const send = async ({ contact_id }: { contact_id: string }) => {
      outage.isAway = true;
      if (contact_id === 'a') throw new Error('busy');
    };
    const mail = (at: number) => mailContacts(outage.db, { send }, { now: () => at, onError: () => {} });
    for (const at of [NOON, NOON + MINUTE]) {
      await expect(mail(at)).rejects.toThrow('no connection in time');
      outage.isAway = false;
    }
    const mailed: string[] = [];
    await mailAt(NOON + 10 * MINUTE, mailed);
    // b had gone, and nobody could note it.
    expect(mailed.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('the first that fails ends the look, as a stop does, and the others come first in the next', async () => {
    await putAll('a', 'b', 'c');
    const tried: string[] = [];
    const send = async ({ contact_id }: { contact_id: string }) => {
      tried.push(contact_id);
      if (contact_id === 'a') throw new Error('busy');
    };
    const errors: unknown[] = [];
    const around = { now: () => NOON, onError: (error: unknown) => errors.push(error) };
    expect(await mailContacts(server.db, { send }, around)).toBe(0);
    expect(tried).toEqual(['a']);
    expect(await mailContacts(server.db, { send }, { ...around, isStopped: () => tried.length > 1 })).toBe(1);
    expect(tried).toEqual(['a', 'b']);
    expect(await mailContacts(server.db, { send }, around)).toBe(1);
    expect(tried).toEqual(['a', 'b', 'c', 'a']);
    expect(errors).toHaveLength(2);
  });

  test('SOC-08c a mail server that is silent holds up no push', async () => {
    const phone = newPushPhone('phone');
    const endpoint = 'https://fcm.googleapis.com/fcm/send/phone';
    await server.ok('putPushDevice', { as: 'aki', body: { endpoint, ...subscriptionKeys(phone) } });
    await server.addEvent('e');
    const photo = server.storePhoto('aki', 'e');
    await server.post('aki', 'e', [photo]);
    await server.join('ben');
    const body = { comment: 'c', media_url: photo.media_url, targetuser: 'aki', parent_id: null };
    await server.ok('putComment', { as: 'ben', body });
    await putAll('a');
    const mail = Promise.withResolvers<void>();
    const pushed: string[] = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let isMailing = false;
    const send = () => {
      isMailing = true;
      return mail.promise;
    };
    const deliveries = startDeliveries({
      db: server.db,
      keys: await openVapidKeys(server.identityDb, { keys: null, subject: 'mailto:a@example.jp' }),
      mail: { send, close: () => {} },
      fetch: async (address) => {
        pushed.push(String(address));
        return new Response(null, { status: 201 });
      },
      now: () => NOON,
      log: createLog({ format: 'text', write: (line) => expect(line).toBe(''), now: () => NOON }),
    });
    try {
      vi.advanceTimersByTime(MINUTE);
      await expect.poll(() => isMailing).toBe(true);
      vi.advanceTimersByTime(MINUTE);
      await expect.poll(() => pushed).toEqual([endpoint]);
      expect(await unmailed()).toEqual(['a']);
    } finally {
      mail.resolve();
      await deliveries.stop();
      vi.useRealTimers();
    }
    expect(await unmailed()).toEqual([]);
  });
});
