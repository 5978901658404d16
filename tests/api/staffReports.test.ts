/** Reports of photos and fans, the cases they form, and what moderators decide. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { thumbnailKey } from '../../src/contract/config.ts';
import { authorNotice, hiddenByReports, reporterNotice } from '../../src/messages/jaModeration.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { NOON } from './routesServer.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const as = `moderator-${CLUB}`;
const casesOf = async (subject: string, state: 'open' | 'decided' = 'open') =>
  (await world.staff.ok('getStaffCases', { as, query: { state } })).list.filter((row) => row.subject === subject);
const decide = (
  case_id: number,
  decision: 'none' | 'hide' | 'warn' | 'suspend',
  { by = as, reason = '肖像権の申し立て', days = null as number | null } = {},
) => world.staff.outcome('putStaffDecision', { as: by, body: { case_id, decision, reason, days } });
const undo = (case_id: number) => world.staff.outcome('putStaffUndo', { as, body: { case_id } });
const codeOf = async (reply: Promise<{ status: number; code?: string }>) => (await reply).code ?? 200;
/** A report from a network of its own, or from the one that is named. */
async function reportFrom(user: string, media_url: string, address: string): Promise<number> {
  const headers = {
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    'x-api-authorization': `Bearer of.${user}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ media_url, reason: 'spam', text: '' });
  return (await world.send('PUT', '/f/report/photo', headers, body, address)).status;
}

test('STF-03a a fan reports a photo and a fan once each; own things and strangers are refused', async () => {
  const { media_url, author } = await world.newPhoto();
  const reporter = await world.newFan();
  expect(await codeOf(world.reportPhoto(author, media_url))).toBe('NOT_ALLOWED');
  expect(await codeOf(world.reportPhoto('elsewhere', media_url))).toBe('NOT_A_MEMBER');
  for (const text of ['<b>住所</b>が写っています', '二度目'])
    expect(await codeOf(world.reportPhoto(reporter, media_url, { text }))).toBe(200);
  const [found] = await casesOf(media_url);
  expect(found).toMatchObject({
    kind: 'photo',
    reports: 1,
    reasons: ['privacy'],
    author_id: author,
    shown: 'おはよう',
  });
  const { reporters } = await world.staff.ok('getStaffCase', { as, params: { caseId: String(found?.case_id) } });
  expect(reporters).toMatchObject([{ user_id: reporter, text: '住所が写っています' }]);

  const report = (by: string, user_id: string) =>
    codeOf(world.call('putFanReport', { as: by, body: { user_id, reason: 'harassment', text: '' } }));
  expect(await report(reporter, reporter)).toBe('NOT_FOUND');
  expect(await report(reporter, 'nobody')).toBe('NOT_FOUND');
  expect([await report(reporter, author), await report(reporter, author)]).toEqual([200, 200]);
  expect(await casesOf(author)).toMatchObject([{ kind: 'fan', reports: 1, shown: author }]);
});

test('STF-03b reports about one subject are one case of its tenant alone', async () => {
  const { media_url } = await world.newPhoto();
  for (const fan of [await world.newFan(), await world.newFan()]) await world.reportPhoto(fan, media_url);
  expect(await casesOf(media_url)).toMatchObject([{ reports: 2 }]);
  const elsewhere = await world.staff.ok('getStaffCases', {
    as: `moderator-${LEAGUE}`,
    tenant: LEAGUE,
    query: { state: 'open' },
  });
  expect(elsewhere.list.map((row) => row.subject)).not.toContain(media_url);
});

test('STF-03c STF-04d three independent reports hide a photo until a decision, and its author is notified', async () => {
  const { media_url, author } = await world.newPhoto();
  const fans = [await world.newFan(), await world.newFan(), await world.newFan()];
  for (const [i, fan] of fans.entries()) {
    expect(await world.isShown(media_url)).toBe(true);
    expect(await reportFrom(fan, media_url, `198.51.100.${i}`)).toBe(200);
  }
  expect(await world.isShown(media_url)).toBe(false);
  expect(await world.noticesOf(author)).toContain(`${hiddenByReports('photo').title} ${hiddenByReports('photo').body}`);
  const [found] = await casesOf(media_url);
  expect(found).toMatchObject({ is_hidden: true, reports: 3 });
  // A repetition of somebody who reported it does not tell that it is hidden.
  expect(await reportFrom(fans[0] ?? '', media_url, '198.51.100.9')).toBe(200);
  expect(await decide(found?.case_id ?? 0, 'none')).toBe(200);
  expect(await world.isShown(media_url)).toBe(true);
  // Undone: all is as before, and before it was hidden.
  expect([await undo(found?.case_id ?? 0), await world.isShown(media_url)]).toEqual([200, false]);
});

test('STF-03c a storm from one network hides nothing, nor do reports where the owners chose so', async () => {
  const storm = await world.newPhoto();
  for (let i = 0; i < 5; i++) expect(await reportFrom(await world.newFan(), storm.media_url, '203.0.113.1')).toBe(200);
  expect(await casesOf(storm.media_url)).toMatchObject([{ reports: 5, is_hidden: false }]);
  const owner = `owner-${CLUB}`;
  await world.staff.ok('putStaffSettings', { as: owner, body: { hides_reported: false } });
  const { media_url } = await world.newPhoto();
  for (let i = 0; i < 4; i++) await reportFrom(await world.newFan(), media_url, `192.0.2.${i}`);
  expect(await world.isShown(media_url)).toBe(true);
  await world.staff.ok('putStaffSettings', { as: owner, body: { hides_reported: true } });
});

test('STF-03c a moderator sees the picture of a hidden photo, whose address answers nobody', async () => {
  const { caseId, media_url } = await world.newCase();
  expect(await decide(caseId, 'hide')).toBe(200);
  const { jpeg } = await world.staff.ok('getStaffCasePicture', { as, params: { caseId: String(caseId) } });
  expect(Buffer.from(jpeg ?? '', 'base64').toString()).toBe(thumbnailKey(media_url));
});

test('STF-04b each decision does what it says, and author and reporter are told why', async () => {
  const reason = '肖像権の申し立て';
  for (const decision of ['none', 'hide', 'warn'] as const) {
    const { caseId, media_url, author, reporter } = await world.newCase();
    expect(await decide(caseId, decision, { reason })).toBe(200);
    expect([decision, await world.isShown(media_url)]).toEqual([decision, decision !== 'hide']);
    const told = reporterNotice('photo', decision, reason);
    expect(await world.noticesOf(reporter)).toEqual([`${told.title} ${told.body}`]);
    const own = authorNotice('photo', decision, { reason, wasHidden: false });
    expect(await world.noticesOf(author)).toEqual(own ? [`${own.title} ${own.body}`] : []);
    expect(await casesOf(media_url, 'decided')).toMatchObject([{ decision, reason, decided_by: as }]);
    expect(await casesOf(media_url)).toEqual([]);
  }
});

test('STF-04b a suspension of some days or for good is of a fan, never of staff or of oneself', async () => {
  const { caseId, author } = await world.newCase();
  expect(await decide(caseId, 'suspend', { days: 7 })).toBe(200);
  expect((await world.ok('getSuspension', { as: author })).suspension).toEqual({
    reason: '肖像権の申し立て',
    until: '2026-06-17',
  });
  const staff = await world.newCase();
  await world.addStaff(staff.author, CLUB, 'owner');
  expect(await decide(staff.caseId, 'suspend')).toBe('NOT_ALLOWED');
  const own = await world.newCase();
  await world.addStaff(own.author, CLUB, 'moderator');
  expect(await decide(own.caseId, 'none', { by: own.author })).toBe('NOT_ALLOWED');
  const good = await world.newCase();
  expect(await decide(good.caseId, 'suspend')).toBe(200);
  expect((await world.ok('getSuspension', { as: good.author })).suspension).toMatchObject({ until: null });
});

test('STF-04b what is removed for good is gone in all sizes, with its row in the log', async () => {
  const { caseId, media_url, author } = await world.newCase();
  const body = { case_id: caseId, media_url, reason: '削除の依頼' };
  expect(await world.staff.outcome('deleteStaffCasePhoto', { as, body })).toBe(200);
  expect(await world.isShown(media_url)).toBe(false);
  expect(nonEmpty(photoKeys(media_url)).filter((key) => !world.removed.includes(key))).toEqual([]);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: { act: 'photo remove' } });
  expect(list.at(-1)).toMatchObject({ what: media_url, staff_id: as, reason: '削除の依頼', after: '{"removed":true}' });
  expect((await world.noticesOf(author))[0]).toContain('削除の依頼');
  expect(await undo(caseId)).toBe('NOT_ALLOWED');
  // Another photo than the moderator saw.
  const other = await world.newCase();
  expect(await world.staff.outcome('deleteStaffCasePhoto', { as, body: { ...body, case_id: other.caseId } })).toBe(
    'NOT_FOUND',
  );
});

test('STF-04c two moderators at once: one wins, the other is told; a repetition is no error', async () => {
  const { caseId } = await world.newCase();
  const second = `owner-${CLUB}`;
  const results = await Promise.all([decide(caseId, 'hide'), decide(caseId, 'warn', { by: second })]);
  expect(results.toSorted()).toEqual([200, 'ALREADY_DECIDED']);
  const [first, other] = results[0] === 200 ? ([as, second] as const) : ([second, as] as const);
  const decision = first === as ? 'hide' : 'warn';
  expect(await decide(caseId, decision, { by: first })).toBe(200);
  expect(await decide(caseId, decision, { by: other })).toBe('ALREADY_DECIDED');
});

test('STF-04c no decision without a reason, of a fan that only photos have, or of a photo that is gone', async () => {
  const { caseId, media_url, author } = await world.newCase();
  for (const reason of ['', '  ', '<b></b>']) expect(await decide(caseId, 'hide', { reason })).toBe('INVALID_REQUEST');
  await world.ok('deletePhoto', { as: author, body: { public_list_id: 'event', media_url } });
  expect(await casesOf(media_url)).toMatchObject([{ is_gone: true }]);
  expect(await decide(caseId, 'hide')).toBe('NOT_FOUND');
  expect(await decide(caseId, 'none', { reason: '' })).toBe(200);
  const reporter = await world.newFan();
  await world.ok('putFanReport', { as: reporter, body: { user_id: author, reason: 'spam', text: '' } });
  const [fan] = await casesOf(author);
  expect(await decide(fan?.case_id ?? 0, 'hide')).toBe('INVALID_REQUEST');
});

test('STF-04d what can be undone is: the case is open again and all is as before', async () => {
  const { caseId, media_url, author } = await world.newCase();
  expect(await decide(caseId, 'hide')).toBe(200);
  expect([await undo(caseId), await undo(caseId)]).toEqual([200, 200]);
  expect(await world.isShown(media_url)).toBe(true);
  expect(await casesOf(media_url)).toHaveLength(1);
  expect(await decide(caseId, 'suspend')).toBe(200);
  expect(await undo(caseId)).toBe(200);
  expect((await world.ok('getSuspension', { as: author })).suspension).toBe(null);
  expect(await decide(caseId, 'warn')).toBe(200);
  expect(await undo(caseId)).toBe('NOT_ALLOWED');
});

test('STF-04d who reports again after a decision opens a new case; the old one is not undone then', async () => {
  const { caseId, media_url } = await world.newCase();
  expect(await decide(caseId, 'none')).toBe(200);
  await world.reportPhoto(await world.newFan(), media_url);
  const [next] = await casesOf(media_url);
  expect(next?.case_id).not.toBe(caseId);
  expect(await undo(caseId)).toBe('NOT_ALLOWED');
  const { history } = await world.staff.ok('getStaffCase', { as, params: { caseId: String(next?.case_id) } });
  expect(history).toMatchObject([{ decision: 'none' }]);
});

test('STF-03d what a fan reported is in the export and goes with the account', async () => {
  const { caseId, media_url, author, reporter } = await world.newCase();
  const { subject_reports } = await world.ok('getExport', { as: reporter });
  expect(subject_reports).toMatchObject([{ tenant_id: CLUB, subject: media_url, reason: 'privacy' }]);
  const read = () => world.staff.ok('getStaffCase', { as, params: { caseId: String(caseId) } });
  await deleteAccount(world.db, reporter, new Date(NOON));
  expect((await read()).reporters).toEqual([]);
  expect((await read()).case.shown).toBe('おはよう');
  await deleteAccount(world.db, author, new Date(NOON));
  expect((await read()).case).toMatchObject({ shown: '', author_name: '', is_gone: true });
});

test('STF-04b no call of the suite made the server fail', () => {
  expect(world.errors).toEqual([]);
});
