import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createAdmin } from './adminSetup.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
let admin: ReturnType<typeof createAdmin>;
beforeAll(async () => {
  server = await startRoutesServer();
  admin = createAdmin(server);
  for (const user of ['staff', 'fan']) await server.join(user);
});
afterAll(() => server.close());

test('API-GET-/official/userId there is one official user, and it is an account', async () => {
  expect(await admin.done('official', 'show')).toBe(`${CLUB} has no official user.\n`);
  const unknown = await admin.run('official', 'set', 'nobody');
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(await admin.done('users', 'find', 'STAF')).toBe('staff  staff\n');
  await admin.done('official', 'set', 'fan');
  expect(await admin.done('official', 'set', 'staff', '--dry-run')).toContain('Dry run');
  expect((await server.ok('getOfficialUser')).list).toEqual([{ user_id: 'fan' }]);
  await admin.done('official', 'set', 'staff');
  expect(await admin.done('official', 'set', 'staff')).toContain('as before');
  expect((await server.ok('getOfficialUser')).list).toEqual([{ user_id: 'staff' }]);
  expect(await admin.done('official', 'show')).toBe('staff  staff\n');
  expect((await server.ok('getOfficialUser', { tenant: LEAGUE })).list).toEqual([]);
});

test('ACC-03c an operator ends all sign-ins of a member, and of nobody else', async () => {
  const identity = server.db;
  for (const sub of ['fan', 'staff'])
    await addUser(identity, EMBEDDED_POOL, {
      sub,
      name: sub,
      email: `${sub}@example.jp`,
      password: 'rainy-derby-night',
    });
  const at = { signed_in_at: new Date(), expires_at: new Date(Date.now() + 1e9), user_agent: '' };
  const rows = ['fan', 'fan', 'staff'].map((sub, i) => ({ id: `s${i}`, sub, refresh_hash: `h${i}`, ...at }));
  await identity.insertInto('identity_session').values(rows).execute();
  const open = async () =>
    (await identity.selectFrom('identity_session').select('id').orderBy('id').execute()).map(({ id }) => id);
  expect(await admin.run('users', 'sign-out', 'nobody')).toMatchObject({ code: 1, out: '' });
  expect(await admin.done('users', 'sign-out', 'fan', '--dry-run')).toContain('Dry run');
  expect(await open()).toEqual(['s0', 's1', 's2']);
  expect(await admin.done('users', 'sign-out', 'fan')).toContain('2 sign-ins ended');
  expect(await open()).toEqual(['s2']);
});

test('API-GET-/ambassador/items API-GET-/user/reserve/name lists of people and the credit line', async () => {
  admin.write('a.csv', 'ambassador_user_id,ambassador_name\nfan,青の案内人\nghost,x\n');
  expect((await admin.run('import', 'ambassadors', 'a.csv')).err).toContain(
    'line 3, ambassador_user_id: there is no account',
  );
  admin.write('a.csv', 'ambassador_user_id,ambassador_name\nfan,青の案内人\n');
  await admin.done('import', 'ambassadors', 'a.csv');
  expect((await server.ok('getAmbassadors')).list).toEqual([
    { ambassador_user_id: 'fan', ambassador_name: '青の案内人', object_key: null },
  ]);
  admin.write('r.json', '[{"name": "公式"}]');
  await admin.done('import', 'reserved-names', 'r.json');
  expect((await server.ok('getReservedNames')).list).toEqual(['公式']);
  await admin.done('remove', 'reserved-names', '公式');
  expect((await server.ok('getReservedNames')).list).toEqual([]);
  admin.write('c.json', '[{"type": "C", "ambassador": "ON", "official_label": "ⓒクラブ"}]');
  await admin.done('import', 'credit-settings', 'c.json');
  admin.write('c.csv', 'type\nA\n');
  expect(await admin.done('import', 'credit-settings', 'c.csv')).toContain('1 changed');
  const credit = await server.ok('getConfigInfo', { query: { config: 'creditSettingFan' } });
  expect(credit.credit_setting).toEqual([{ type: 'A', ambassador: 'ON', official_label: 'ⓒクラブ', extra_text: '' }]);
  admin.write('two.csv', 'type,ambassador\nA,ON\nB,ON\n');
  expect((await admin.run('import', 'credit-settings', 'two.csv')).err).toContain('line 3: is the same row as line 2');
});

test('API-GET-/notice/fan API-GET-/user/notice/unreadcount to everybody or one, unread, can be taken back', async () => {
  const unread = async (as: string) => (await server.ok('getUnreadCount', { as })).Count;
  const before = await unread('fan');
  admin.write(
    'n.csv',
    [
      'notice_id,title,body,url,recipient_id,created_at',
      'n1,メンテナンスのお知らせ,"来週火曜日\n午前2時から",https://example.jp/news,,2026-06-01 09:00:00',
      `n2,当選のお知らせ,おめでとうございます,/${CLUB}/,fan,`,
    ].join('\n'),
  );
  await admin.done('import', 'notices', 'n.csv');
  expect(await unread('fan')).toBe(before + 2);
  expect(await unread('staff')).toBe(1);
  const shown = (await server.ok('getNotices')).list;
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({
    notice_id: 'n1',
    title: 'メンテナンスのお知らせ',
    body: '来週火曜日\n午前2時から',
    url: 'https://example.jp/news',
    created_at: '2026-06-01 09:00:00',
  });
  await server.ok('putNoticeRead', { as: 'fan', body: { notice_ids: ['n1'] } });
  // A correction is no new notice.
  admin.write('n.json', '[{"notice_id": "n1", "title": "訂正"}]');
  await admin.done('import', 'notices', 'n.json');
  expect(await unread('fan')).toBe(before + 1);
  admin.write('bad.json', '[{"notice_id": "n3", "title": "x", "body": "y", "url": "javascript:alert(1)"}]');
  expect((await admin.run('import', 'notices', 'bad.json')).err).toContain('line 1, url: must be an address');
  // What fans caused is not theirs to change.
  const own = { notice_id: 'comment-1', recipient_id: 'fan', title: '', body: '', url: null, media_url: null };
  await server.db
    .insertInto('notice')
    .values({ tenant: CLUB, ...own, kind: 'comment', user_id: 'staff' })
    .execute();
  admin.write('own.json', '[{"notice_id": "comment-1", "title": "x", "body": "y"}]');
  expect((await admin.run('import', 'notices', 'own.json')).err).toContain('line 1, notice_id: belongs to a row');
  expect(await admin.done('remove', 'notices', 'comment-1')).toContain('0 removed, 1 were not there');
  expect(await admin.done('export', 'notices')).not.toContain('comment-1');
  await admin.done('remove', 'notices', 'n1', 'n2');
  expect(
    (await server.ok('getNotices', { as: 'fan' })).list.filter(({ notice_id }) => /^n\d$/.test(notice_id)),
  ).toEqual([]);
});

test('ACC-07 keys are renewed in two steps; a secret that is dropped is made anew by the next start', async () => {
  const identity = server.db;
  const { derive } = await openIdentityKeys(identity);
  const kids = async () => (await openIdentityKeys(identity)).jwks.keys.map(({ kid }) => kid);
  const [first] = await kids();
  expect(await admin.done('keys', 'renew', '--dry-run')).toContain('Dry run');
  expect(await kids()).toEqual([first]);
  expect(await admin.done('keys', 'renew')).toContain('once more');
  expect(await admin.done('keys', 'renew')).toContain('The new key signs');
  const [second, last] = await kids();
  expect(second).not.toBe(first);
  expect(last).toBe(first);

  expect(await admin.done('keys', 'drop-secret')).toContain('start');
  const after = await openIdentityKeys(identity);
  expect(after.derive('codes').equals(derive('codes'))).toBe(false);
  expect(await kids()).toEqual([second, first]);
});
