/** The desk's inbox: messages to the operator, their deadline, answers by mail. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailAnswers } from '../../server/api/contact/contactMail.ts';
import { INBOX } from '../../src/contract/staffLimits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  world.setNow(NOON);
  await world.db.deleteFrom('contact').execute();
  await world.db.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

const as = `moderator-${CLUB}`;
const inbox = async (state: 'open' | 'done' = 'open') =>
  (await world.staff.ok('getStaffInbox', { as, query: { state } })).list;
const answer = (contact_id: string, text: string, by = as) =>
  world.staff.outcome('putStaffAnswer', { as: by, body: { contact_id, text } });
const setClosed = (contact_id: string, is_closed: boolean) =>
  world.staff.outcome('putStaffInboxState', { as, body: { contact_id, is_closed } });

function mailbox() {
  const sent: string[] = [];
  const errors: unknown[] = [];
  let isDown = false;
  const mail = {
    send: async ({ email, answer: text }: { email: string; answer: string | null }) => {
      if (isDown) throw new Error('The mail server is away.');
      sent.push(`${email}: ${text}`);
    },
  };
  const run = () => mailAnswers(world.db, mail, { now: () => NOON, onError: (error) => errors.push(error) });
  const setDown = (value: boolean) => {
    isDown = value;
  };
  return { sent, errors, run, setDown };
}

test('STF-09a a message waits with its deadline, of its tenant alone, without the mail address', async () => {
  const contact_id = await world.newMessage();
  await world.newMessage(LEAGUE);
  const list = await inbox();
  expect(list).toMatchObject([
    { contact_id, name: '山田', topic: 'photo', message: '写真の件', due_at: '2026-06-17 12:00:00', is_late: false },
  ]);
  expect(JSON.stringify(list)).not.toContain('@');
  expect((await world.staff.ok('getStaffDesk', { as })).inbox).toEqual({ open: 1, late: 0 });
  world.setNow(NOON + INBOX.deadlineMs + 1);
  expect((await inbox())[0]?.is_late).toBe(true);
  expect((await world.staff.ok('getStaffDesk', { as })).inbox).toEqual({ open: 1, late: 1 });
  expect((await world.staff.ok('getStaffDesk', { as: `viewer-${CLUB}` })).inbox).toEqual({ open: 0, late: 0 });
});

test('STF-09b an answer is mailed once, and shown as waiting until the mail server took it', async () => {
  const contact_id = await world.newMessage();
  const post = mailbox();
  post.setDown(true);
  for (const text of ['', ' ', '\u200b']) expect(await answer(contact_id, text)).toBe('INVALID_REQUEST');
  expect([await answer(contact_id, '直しました'), await answer(contact_id, '直しました')]).toEqual([200, 200]);
  expect(await post.run()).toBe(0);
  expect(post.errors).toHaveLength(1);
  expect(await inbox('done')).toMatchObject([{ contact_id, outcome: 'mailing', answer: '直しました', done_by: as }]);
  post.setDown(false);
  expect([await post.run(), await post.run()]).toEqual([1, 0]);
  expect(post.sent).toEqual(['yamada@example.jp: 直しました']);
  expect((await inbox('done'))[0]?.outcome).toBe('mailed');
  expect([await inbox(), await setClosed(contact_id, false)]).toEqual([[], 'ALREADY_DECIDED']);
});

test('STF-09b two moderators answer at once: one answer is sent, the other is told', async () => {
  const contact_id = await world.newMessage();
  const both = await Promise.all([answer(contact_id, '一'), answer(contact_id, '二', `owner-${CLUB}`)]);
  expect(both.toSorted()).toEqual([200, 'ALREADY_DECIDED']);
  const post = mailbox();
  expect(await post.run()).toBe(1);
  expect(await answer('nothing', '三')).toBe('NOT_FOUND');
});

test('STF-09b a message is closed without an answer and opened again; the log has it without its words', async () => {
  const contact_id = await world.newMessage();
  expect([await setClosed(contact_id, true), await setClosed(contact_id, true)]).toEqual([200, 200]);
  expect(await inbox('done')).toMatchObject([{ contact_id, outcome: 'closed' }]);
  expect(await answer(contact_id, '遅い')).toBe('ALREADY_DECIDED');
  expect(await setClosed(contact_id, false)).toBe(200);
  expect(await inbox()).toHaveLength(1);
  const post = mailbox();
  expect(await post.run()).toBe(0);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act: 'contacts' } });
  expect(list.filter(({ what }) => what === contact_id).map(({ act }) => act)).toEqual([
    'contacts reopen',
    'contacts close',
  ]);
  expect(JSON.stringify(list)).not.toMatch(/写真の件|山田|@/);
});

test('STF-09b no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
