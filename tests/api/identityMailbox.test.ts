/** Mails and accounts without a mail server or a sign-up: the development mailbox (SAF-04), accounts added by the operator. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDevMailbox } from '../../server/identity/devMailbox.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { newEmail, ORIGIN, PASSWORD } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity();

describe('development mailbox and operator accounts', () => {
  test('SAF-04 the mailbox keeps the newest 200 mails, as page and JSON; nothing of a mail becomes markup', async () => {
    const mailbox = createDevMailbox(fixture.db, fixture.identity.now);
    for (let n = 1; n <= 203; n += 1) {
      const to = `box${n}@example.jp`;
      await mailbox.send({ to, subject: '<b>件名</b>', code: String(n).padStart(6, '0'), kind: 'confirm' });
    }
    const url = `${ORIGIN}/dev/mailbox`;
    const json = await mailbox.fetch(new Request(url, { headers: { accept: 'application/json' } }));
    const mails = await json.json();
    expect(mails).toHaveLength(200);
    expect(mails[0]).toEqual({
      to: 'box203@example.jp',
      subject: '<b>件名</b>',
      code: '000203',
      sentAt: new Date(fixture.identity.clock.ms).toISOString(),
    });
    const page = await mailbox.fetch(new Request(url));
    const text = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(text).toContain('000203');
    expect(text).not.toContain('<b>');
  });

  test('SAF-04 the mailbox opens under a name of this machine only: no other site can point its name at it', async () => {
    const mailbox = createDevMailbox(fixture.db, fixture.identity.now);
    const statusAt = async (host: string) => (await mailbox.fetch(new Request(`http://${host}/dev/mailbox`))).status;
    for (const host of ['localhost:3000', '127.0.0.1', '127.10.20.30', '[::1]:80'])
      expect([host, await statusAt(host)]).toEqual([host, 200]);
    const others = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.2:3000'];
    for (const host of [...others, 'evil-localhost', 'evil.localhost', '127.0.0.1.nip.io'])
      expect([host, await statusAt(host)]).toEqual([host, 403]);
  });

  test('SAF-04 an empty mailbox says so; it is only read, kept nowhere, and its page runs nothing', async () => {
    await fixture.db.deleteFrom('identity_mail').execute();
    const mailbox = createDevMailbox(fixture.db, fixture.identity.now);
    const fetched = (given: RequestInit) => mailbox.fetch(new Request(`${ORIGIN}/dev/mailbox`, given));
    const page = await fetched({});
    const text = await page.text();
    expect(text).toContain('メールはまだありません。');
    expect(text).not.toContain('<table');
    const [, style = 'none'] = /<style>(.+)<\/style>/s.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    const html = await fetched({ headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(html.headers.get('content-type'), 'what browsers accept').toBe('text/html; charset=utf-8');
    const json = await fetched({ headers: { accept: 'application/json' } });
    expect([await json.json(), json.headers.get('content-security-policy')]).toEqual([[], null]);
    expect([json.headers.get('content-type'), page.headers.get('content-type')]).toEqual([
      'application/json',
      'text/html; charset=utf-8',
    ]);
    for (const answer of [page, json])
      expect(['cache-control', 'x-content-type-options', 'vary'].map((name) => answer.headers.get(name))).toEqual([
        'no-store',
        'nosniff',
        'accept',
      ]);
    const statuses = await Promise.all(
      ['HEAD', 'POST', 'DELETE'].map(async (method) => (await fetched({ method })).status),
    );
    expect(statuses).toEqual([200, 405, 405]);
  });

  test('SAF-04 a mail tells when it was sent, in Japan’s time', async () => {
    const mailbox = createDevMailbox(fixture.db, () => Date.parse('2026-11-21T16:05:00Z'));
    await mailbox.send({ to: 'late@example.jp', subject: '件名', code: '123456', kind: 'confirm' });
    const text = await (await mailbox.fetch(new Request(`${ORIGIN}/dev/mailbox`))).text();
    expect(text).toContain('2026/11/22 1:05:00');
  });

  test('an account added by the operator signs in; adding it again changes nothing', async () => {
    const email = newEmail();
    const sub = await addUser(fixture.db, EMBEDDED_POOL, { email, password: PASSWORD, name: '公式' });
    expect(await addUser(fixture.db, EMBEDDED_POOL, { email, password: 'other-pass-1', name: '別人' })).toBe(sub);
    const { session } = await fixture.device.signIn(email);
    expect(session.getIdToken().payload).toMatchObject({ sub, name: '公式' });
  });
});
