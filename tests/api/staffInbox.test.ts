/** The desk's inbox: messages to the operator, their deadline, answers by mail. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailAnswers } from '../../server/api/contact/contactMail.ts';
import { CLAIM, INBOX } from '../../src/contract/staffLimits.ts';
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
  // What was dealt with waits no longer.
  expect([await setClosed(contact_id, true), (await inbox('done'))[0]?.is_late]).toEqual([200, false]);
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

const claim = (contact_id: string, photo: string | undefined, given: object = {}) =>
  world.call('putContact', {
    body: {
      contact_id,
      name: '権利 花子',
      email: 'Rights@example.jp',
      topic: 'takedown',
      message: '無断で写っています',
      ...(photo === undefined ? {} : { photo }),
      ...given,
    },
  });
const claimed = async (reply: ReturnType<typeof claim>) => {
  const answer = await reply;
  return 'code' in answer ? answer.code : answer.answer;
};
const confirm = async (contact_id: string, code: string, tenant = CLUB) => {
  const reply = await world.call('putContactCode', { tenant, body: { contact_id, code } });
  return 'code' in reply ? reply.code : 200;
};
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('STF-10a a request without an account reaches the staff once its mail address is confirmed', async () => {
  const { media_url } = await world.newPhoto();
  const page = `https://photos.example.jp/${CLUB}/gallery.html?q=${encodeURIComponent(media_url)}`;
  expect(await claimed(claim('claim', page))).toEqual({ result: 'ok', code_sent: true });
  const { to = '', code = '' } = world.codes.at(-1) ?? {};
  expect(to).toBe('Rights@example.jp');
  expect(await inbox()).toEqual([]);
  expect((await world.staff.ok('getStaffDesk', { as })).inbox).toEqual({ open: 0, late: 0 });
  expect([await confirm('claim', wrong(code)), await confirm('claim', code, LEAGUE)]).toEqual([
    'NOT_ALLOWED',
    'NOT_FOUND',
  ]);
  world.setNow(NOON + 3_600_000);
  expect([await confirm('claim', code), await confirm('claim', code)]).toEqual([200, 200]);
  expect(await inbox()).toMatchObject([
    { topic: 'takedown', name: '権利 花子', photo: media_url, is_confirmed: true, due_at: '2026-06-17 13:00:00' },
  ]);
  // A week from the code, not from the first message.
  world.setNow(NOON + INBOX.deadlineMs + 3_600_000);
  expect((await world.staff.ok('getStaffDesk', { as })).inbox).toEqual({ open: 1, late: 0 });
  expect(await answer('claim', '削除しました')).toBe(200);
  const post = mailbox();
  await post.run();
  expect(post.sent).toEqual(['Rights@example.jp: 削除しました']);
});

test('STF-10a no request without a claimant, a photo that is there, or its address', async () => {
  const { media_url } = await world.newPhoto();
  expect(await claimed(claim('c1', undefined))).toBe('INVALID_REQUEST');
  expect(await claimed(claim('c2', media_url, { name: ' ' }))).toBe('INVALID_REQUEST');
  expect(await claimed(claim('c3', 'https://example.jp/'))).toBe('INVALID_REQUEST');
  expect(await claimed(claim('c4', media_url.replace(/[^/]+$/, 'aaaaaaaaaaaaaaaaaaaa.jpg')))).toBe('NOT_FOUND');
  expect(await world.db.selectFrom('contact').select('contact_id').execute()).toEqual([]);
});

test('STF-10b a code is tried five times; a repetition mails another, to the same address alone', async () => {
  const { media_url } = await world.newPhoto();
  await claim('claim', media_url);
  const first = world.codes.at(-1)?.code ?? '';
  for (let i = 0; i < 5; i++) expect(await confirm('claim', wrong(first))).toBe('NOT_ALLOWED');
  expect(await confirm('claim', first)).toBe('NOT_FOUND');
  const mails = world.codes.length;
  expect(await claimed(claim('claim', media_url, { email: 'thief@example.jp' }))).toEqual({ result: 'ok' });
  expect(world.codes).toHaveLength(mails);
  expect(await claimed(claim('claim', media_url))).toEqual({ result: 'ok', code_sent: true });
  expect(await confirm('claim', world.codes.at(-1)?.code ?? '')).toBe(200);
});

test('STF-10b nobody’s mailbox is filled, and what nobody confirmed goes after a week', async () => {
  const { media_url } = await world.newPhoto();
  await claim('old', media_url);
  world.setNow(NOON + CLAIM.keptMs + 1);
  const outcomes: unknown[] = [];
  for (let i = 0; i <= CLAIM.mails.count; i++) outcomes.push(await claimed(claim(`claim-${i}`, media_url)));
  expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  const rows = await world.db.selectFrom('contact').select('contact_id').execute();
  expect(rows.map(({ contact_id }) => contact_id)).not.toContain('old');
});

test('STF-09b no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
