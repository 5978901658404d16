/** Codes by a mail server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSmtpMailer } from '../../server/identity/smtpMailer.ts';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { AppError } from '../../src/contract/errors.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { type ReceivedMail, startMailServer, textOfMail } from '../fakes/standInMail.ts';
import { CLUB } from '../support/tenants.ts';
import { makeCertificate } from './tlsSetup.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mail-'));
const mails: ReceivedMail[] = [];
const lines: string[] = [];
let post: Server;
let server: RunningServer;
let identity: ReturnType<typeof createIdentity>;

beforeAll(async () => {
  post = await startMailServer(mails);
  const { port } = post.address() as AddressInfo;
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: '推しコレ <no-reply@example.net>',
    CONTACT_TO: 'operator@example.net',
    REFUSED_PASSWORDS: join(dataDir, 'passwords.txt'),
  };
  writeFileSync(env.REFUSED_PASSWORDS, 'corvette\nmercedes\n');
  const options = optionsFromEnvironment({ ...env, PORT: '0', DATA_DIR: dataDir, DEMO: '0' });
  const log = {
    request: () => {},
    info: () => {},
    fatal: () => {},
    error: (error: unknown) => void lines.push(error instanceof Error ? error.message : String(error)),
  };
  server = await startServer({ ...options, dist: null, log });
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig;
  identity = createIdentity({ ...config.identity, userPoolEndpoint: `${server.url}/idp` }, signInBySrp);
});
afterAll(async () => {
  await server?.close();
  post?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const formOf = (email: string) => ({
  email,
  password: 'Stadium-2026',
  name: 'みどり',
  nickname: 'みどり',
  extended1: '',
  extended2: '',
});
test('ACC-04b ACC-05 codes arrive as mail, and work', async () => {
  await identity.signUp(formOf('aki@example.com'), CLUB);
  expect(mails.map(({ to }) => to)).toEqual([['aki@example.com']]);
  const [mail] = mails as [ReceivedMail];
  expect(mail.text).toMatch(/^From: .*<no-reply@example\.net>$/m);
  expect(mail.text).toMatch(/^To: aki@example\.com$/m);
  expect(textOfMail(mail)).toContain('会員登録の確認コードは次のとおりです。');
  const code = /^\d{6}$/m.exec(textOfMail(mail))?.[0] ?? '';
  await identity.confirmSignUp('aki@example.com', code);
  await identity.forgotPassword('aki@example.com');
  // The answer does not wait for the mail.
  await vi.waitFor(() => expect(mails).toHaveLength(2));
  expect(textOfMail(mails[1] as ReceivedMail)).toContain('パスワード再設定の確認コードは次のとおりです。');
});

test('ACC-12c a password of the operator’s list of breached ones is refused, at sign-up and at a reset', async () => {
  const reasonOf = async (call: Promise<unknown>) => {
    const refusal = await call.catch((error: unknown) => error);
    return refusal instanceof AppError ? refusal.code : 'none';
  };
  const form = { ...formOf('ume@example.com'), password: 'Mercedes' };
  expect(await reasonOf(identity.signUp(form, CLUB))).toBe('InvalidPasswordException');
  const code = /^\d{6}$/m.exec(textOfMail(mails[1] as ReceivedMail))?.[0] ?? '';
  const guessed = identity.confirmForgotPassword('aki@example.com', code, 'ｃｏｒｖｅｔｔｅ');
  expect(await reasonOf(guessed)).toBe('InvalidPasswordException');
  expect(await reasonOf(identity.signUp({ ...form, password: 'Mercedes am Hafen' }, CLUB))).toBe('none');
});

test('ACC-12d a mail that cannot be sent is said, and the address stays out of the log', async () => {
  const refusal = await identity.signUp(formOf('ken@gone.example'), CLUB).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect((refusal as AppError).code).toBe('CodeDeliveryFailureException');
  expect(lines).toHaveLength(1);
});

test('ACC-12d a mail server whose certificate nobody vouches for gets neither address nor code', async () => {
  const heard: string[] = [];
  const certificate = await makeCertificate();
  const stranger = createTlsServer(certificate, (socket) => {
    socket.on('data', (chunk) => heard.push(String(chunk)));
    socket.on('error', () => {});
    socket.write('220 mail\r\n');
  }).on('tlsClientError', () => {});
  await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done));
  const { port } = stranger.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtps://localhost:${port}`, from: 'no-reply@example.net' });
  const mail = { to: 'aki@example.com', subject: '確認コード', code: '123456', kind: 'confirm' } as const;
  await expect(mailer.send(mail)).rejects.toThrow(/certificate/i);
  expect(heard).toEqual([]);
  mailer.close();
  stranger.close();
});

/** Sends the contact form's message and gives what the operator's mailbox got since. */
async function contactMailOf(body: object): Promise<ReceivedMail[]> {
  const before = mails.length;
  const answer = await fetch(`${server.url}/f/contact/item`, {
    method: 'PUT',
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'aki@example.com', topic: 'photo', ...body }),
  });
  expect(answer.status).toBe(200);
  for (let i = 0; i < 2; i += 1) await server.runDeliveries();
  return mails.slice(before);
}
/** Nodemailer picks the shorter of two encodings for the body. */
function contactTextOf(mail: ReceivedMail): string {
  if (!/^Content-Transfer-Encoding: base64$/m.test(mail.text)) return textOfMail(mail);
  return Buffer.from(mail.text.slice(mail.text.indexOf('\n\n') + 2), 'base64').toString('utf8');
}

test('API-PUT-/contact/item a message of the contact form reaches the operator’s mailbox, once', async () => {
  const received = await contactMailOf({ contact_id: 'm-1', name: 'あき', message: '写真が横を向いています。' });
  expect(received.map(({ to }) => to)).toEqual([['operator@example.net']]);
  const [mail] = received as [ReceivedMail];
  expect(mail.text).toMatch(/^Reply-To: .*<aki@example\.com>$/m);
  expect(contactTextOf(mail)).toContain('受付番号: m-1');
  expect(contactTextOf(mail)).toContain('写真が横を向いています。');
});

test('XSS-03 name and text of a message add nothing to its mail: no line, no recipient, no markup', async () => {
  const name = '"><b>x\r\nBcc: other@example.net';
  const message = '<img src=x onerror=__ran=1>\r\n.\r\nRCPT TO:<other@example.net>\n</script><script>__ran=1</script>';
  const received = await contactMailOf({ contact_id: 'm-2', name, message });
  expect(received.map(({ to }) => to)).toEqual([['operator@example.net']]);
  const [mail] = received as [ReceivedMail];
  const head = mail.text.slice(0, mail.text.indexOf('\n\n'));
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^content-type:.*$/gim)).toEqual(['Content-Type: text/plain; charset=utf-8']);
  // A mail's lines end alike, whatever the message had.
  expect(contactTextOf(mail).replaceAll('\r\n', '\n')).toContain(message.replaceAll('\r\n', '\n'));
});

test('with a mail server there is no mailbox to read other people’s codes in', async () => {
  expect(server.hasMailbox).toBe(false);
  expect((await fetch(`${server.url}/dev/mailbox`)).status).toBe(404);
});
