/** Reports of comments, cases decided together, and appeals against decisions. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { appealAnswered, appealNotice, authorNotice, hiddenByReports } from '../../src/messages/jaModeration.ts';
import { CLUB } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
beforeEach(async () => {
  await world.db.deleteFrom('identity_limit').execute();
});
afterAll(() => world.close());

const as = `moderator-${CLUB}`;
const official = `official-${CLUB}`;
const casesIn = async (state: 'open' | 'appealed' | 'decided', by = as) =>
  (await world.staff.ok('getStaffCases', { as: by, query: { state } })).list;
const caseOf = async (subject: string, state: 'open' | 'appealed' | 'decided' = 'open', by = as) =>
  (await casesIn(state, by)).find((row) => row.subject === subject);
const decide = (case_id: number, decision: 'none' | 'hide' | 'warn' | 'suspend', by = as) =>
  world.staff.outcome('putStaffDecision', { as: by, body: { case_id, decision, reason: '理由', days: null } });
const undo = (case_id: number) => world.staff.outcome('putStaffUndo', { as, body: { case_id } });
const answer = (case_id: number, outcome: 'kept' | 'overturned', by = as, reason = '確認しました') =>
  world.staff.outcome('putStaffAppealAnswer', { as: by, body: { case_id, outcome, reason } });
const appeal = async (by: string, notice_id: string, text = '誤解です') => {
  const reply = await world.call('putAppeal', { as: by, body: { notice_id, text } });
  return 'code' in reply ? reply.code : 200;
};
const appealsOf = async (user: string) =>
  (await world.ok('getNotices', { as: user })).list.flatMap(({ appeal: state }) => state ?? []);
const wordsOf = ({ title, body }: { title: string; body: string }) => `${title} ${body}`;

async function newComment() {
  const { media_url } = await world.newPhoto();
  const author = await world.newFan();
  const body = { comment: 'ひどい言葉', media_url, targetuser: 'x', parent_id: null };
  const { comment_id } = await world.ok('putComment', { as: author, body });
  return { media_url, author, comment_id };
}
type NewComment = Awaited<ReturnType<typeof newComment>>;
const reportComment = (by: string, { comment_id, media_url }: NewComment, extra: object = { reason: 'harassment' }) => {
  const body = { comment: '', comment_id, media_url, screen_id: 'x', timestamp: 't', screen_name: 'x', ...extra };
  return world.ok('putCommentReport', { as: by, body });
};
const isShown = async ({ media_url, comment_id }: NewComment) =>
  (await world.ok('getComments', { params: { media_url } })).comments.some(
    (one) => one.comment_id === comment_id && !one.isDeleted,
  );

test('STF-03e a reported comment is a case: hidden, shown again and closed like a photo', async () => {
  const comment = await newComment();
  const reporter = await world.newFan();
  await reportComment(reporter, comment, { reason: 'harassment', text: 'やめてほしい' });
  await reportComment(reporter, comment);
  const found = await caseOf(comment.comment_id);
  const { media_url, author } = comment;
  expect(found).toMatchObject({ kind: 'comment', media_url, author_id: author, shown: 'ひどい言葉', reports: 1 });
  const case_id = found?.case_id ?? 0;
  expect(await decide(case_id, 'hide')).toBe(200);
  expect(await isShown(comment)).toBe(false);
  const told = authorNotice('comment', 'hide', { reason: '理由', wasHidden: false });
  expect(await world.noticesOf(author)).toEqual([told && wordsOf(told)]);
  const closedAt = async () =>
    (
      await world.db
        .selectFrom('comment_report')
        .select('closed_at')
        .where('comment_id', '=', comment.comment_id)
        .executeTakeFirstOrThrow()
    ).closed_at;
  expect(await closedAt()).not.toBe(null);
  expect(await undo(case_id)).toBe(200);
  expect([await isShown(comment), await closedAt()]).toEqual([true, null]);
  // A release before sends no reason.
  await reportComment(await world.newFan(), comment, {});
  expect(await caseOf(comment.comment_id)).toMatchObject({ reasons: ['harassment', 'other'], reports: 2 });
});

test('STF-03e three independent reports hide a comment; one that is gone can still be closed', async () => {
  const comment = await newComment();
  for (let i = 0; i < 3; i++) {
    expect(await isShown(comment)).toBe(true);
    await reportComment(await world.newFan(), comment);
  }
  expect(await isShown(comment)).toBe(false);
  expect(await world.noticesOf(comment.author)).toContain(wordsOf(hiddenByReports('comment')));
  const hidden = await caseOf(comment.comment_id);
  expect(hidden?.is_hidden).toBe(true);
  expect(await decide(hidden?.case_id ?? 0, 'none')).toBe(200);
  expect(await isShown(comment)).toBe(true);

  const gone = await newComment();
  await reportComment(await world.newFan(), gone);
  await world.ok('deleteComment', { as: gone.author, body: { comment_id: gone.comment_id, timestamp: 't' } });
  const found = await caseOf(gone.comment_id);
  expect(found?.is_gone).toBe(true);
  expect(await decide(found?.case_id ?? 0, 'hide')).toBe('NOT_FOUND');
  expect(await decide(found?.case_id ?? 0, 'warn')).toBe(200);
});

test('STF-04e several cases are decided together, each for itself; what is refused is named', async () => {
  const [first, second, taken] = [await world.newCase(), await world.newCase(), await world.newCase()];
  const own = await world.newCase();
  await world.addStaff(own.author, CLUB, 'moderator');
  await decide(taken.caseId, 'warn', official);
  const case_ids = [first.caseId, second.caseId, taken.caseId, own.caseId, 999_999, first.caseId];
  const body = { case_ids, decision: 'hide', reason: 'まとめて' } as const;
  const { list } = await world.staff.ok('putStaffDecisions', { as: own.author, body });
  expect(list.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ALREADY_DECIDED', 'NOT_ALLOWED', 'NOT_FOUND']);
  expect([await world.isShown(first.media_url), await world.isShown(own.media_url)]).toEqual([false, true]);
  expect(await undo(second.caseId)).toBe(200);
  expect(await world.isShown(second.media_url)).toBe(true);
  const none = await world.staff.outcome('putStaffDecisions', { as, body: { ...body, case_ids: [] } });
  expect(none).toBe('INVALID_REQUEST');
});

test('STF-06a the author appeals once, by the notice of the decision, and nobody else does', async () => {
  const { caseId, author, reporter } = await world.newCase();
  await decide(caseId, 'hide', official);
  const { list } = await world.ok('getNotices', { as: author });
  const notice_id = list.find((one) => one.appeal === 'possible')?.notice_id ?? '';
  expect(await appealsOf(reporter)).toEqual([]);
  expect([await appeal(reporter, notice_id), await appeal(author, 'nothing')]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  expect([await appeal(author, notice_id), await appeal(author, notice_id, '二度目')]).toEqual([200, 200]);
  expect(await appealsOf(author)).toEqual(['sent']);
  const [waiting] = (await casesIn('appealed')).filter((row) => row.case_id === caseId);
  expect(waiting?.appeal).toMatchObject({ text: '誤解です', outcome: null, is_others: false });
  expect((await world.staff.ok('getStaffDesk', { as })).cases.appeals).toBeGreaterThan(0);
});

test('STF-06a who was warned, removed or suspended may appeal; an undone decision leaves nothing', async () => {
  const removed = await world.newCase();
  await world.staff.ok('deleteStaffCasePhoto', {
    as,
    body: { case_id: removed.caseId, media_url: removed.media_url, reason: '理由' },
  });
  expect(await appealsOf(removed.author)).toEqual(['possible']);
  for (const decision of ['warn', 'suspend'] as const) {
    const { author } = await world.newAppeal(CLUB, decision);
    expect([decision, await appealsOf(author)]).toEqual([decision, ['sent']]);
  }
  const none = await world.newCase();
  await decide(none.caseId, 'none');
  expect(await appealsOf(none.author)).toEqual([]);
  const undone = await world.newAppeal();
  expect(await undo(undone.caseId)).toBe(200);
  expect(await appealsOf(undone.author)).toEqual([]);
  expect((await casesIn('appealed')).map(({ case_id }) => case_id)).not.toContain(undone.caseId);
});

test('STF-06b somebody else than decided answers, if there is somebody; both and the reporters are told', async () => {
  const { caseId, author, media_url, reporter } = await world.newAppeal();
  expect((await casesIn('appealed', official)).find((row) => row.case_id === caseId)?.appeal?.is_others).toBe(true);
  expect(await answer(caseId, 'overturned', official)).toBe('NOT_ALLOWED');
  expect(await answer(caseId, 'overturned', as, ' ')).toBe('INVALID_REQUEST');
  expect(await answer(caseId, 'overturned')).toBe(200);
  expect(await world.isShown(media_url)).toBe(true);
  const told = wordsOf(appealAnswered('photo', 'overturned', '確認しました'));
  expect(await world.noticesOf(author)).toContain(wordsOf(appealNotice('hide', 'overturned', '確認しました')));
  expect([await world.noticesOf(official), await world.noticesOf(reporter)].map((list) => list.includes(told))).toEqual(
    [true, true],
  );
  expect(await appealsOf(author)).toEqual(['overturned']);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act: 'appeals overturn' } });
  expect(list[0]).toMatchObject({
    what: media_url,
    staff_id: as,
    before: '{"hidden":true}',
    after: '{"hidden":false}',
  });
  expect(await undo(caseId)).toBe('NOT_ALLOWED');
});

test('STF-06b a kept decision stays, a suspension that is overturned ends, and two answers are one', async () => {
  const kept = await world.newAppeal();
  expect([await answer(kept.caseId, 'kept'), await answer(kept.caseId, 'kept')]).toEqual([200, 200]);
  expect(await answer(kept.caseId, 'overturned', `owner-${CLUB}`)).toBe('ALREADY_DECIDED');
  expect(await world.isShown(kept.media_url)).toBe(false);
  expect(await appealsOf(kept.author)).toEqual(['kept']);
  const suspended = await world.newAppeal(CLUB, 'suspend');
  const both = await Promise.all([
    answer(suspended.caseId, 'overturned'),
    answer(suspended.caseId, 'kept', `owner-${CLUB}`),
  ]);
  expect(both.toSorted()).toEqual([200, 'ALREADY_DECIDED']);
  const won = both[0] === 200;
  expect((await world.ok('getSuspension', { as: suspended.author })).suspension === null).toBe(won);
});

test('STF-06b who is alone at the desk answers appeals against the own decisions', async () => {
  const { caseId, author } = await world.newAppeal();
  const others = [as, `owner-${CLUB}`];
  const gone = await world.db.deleteFrom('staff').where('user_id', '<>', official).returningAll().execute();
  expect(gone.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(others));
  expect(await answer(caseId, 'kept', official)).toBe(200);
  await world.db.insertInto('staff').values(gone).execute();
  const own = await world.newAppeal();
  await world.addStaff(own.author, CLUB, 'owner');
  expect(await answer(own.caseId, 'overturned', own.author)).toBe('NOT_ALLOWED');
  expect(await appealsOf(author)).toEqual(['kept']);
});

test('STF-03d STF-06a an appeal is in the export and goes with the account', async () => {
  const { caseId, author } = await world.newAppeal();
  expect((await world.ok('getExport', { as: author })).appeals).toMatchObject([{ tenant_id: CLUB, text: '誤解です' }]);
  await deleteAccount(world.db, author, new Date(NOON));
  expect((await casesIn('appealed')).map(({ case_id }) => case_id)).not.toContain(caseId);
});

test('STF-06b no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
