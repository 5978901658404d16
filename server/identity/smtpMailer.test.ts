/** What a code's mail says, and to whom. That codes arrive and work: tests/api/deployMail.test.ts. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ReceivedMail, startMailServer, textOfMail } from '../../tests/fakes/standInMail.ts';
import type { CodeKind } from './mailer.ts';
import { createSmtpMailer } from './smtpMailer.ts';

const mails: ReceivedMail[] = [];
let post: Server;
let mailer: ReturnType<typeof createSmtpMailer>;
function mailerOf(server: Server) {
  const { port } = server.address() as AddressInfo;
  return createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: '推しコレ <no-reply@example.net>' });
}
beforeAll(async () => {
  post = await startMailServer(mails);
  mailer = mailerOf(post);
});
beforeEach(() => {
  mails.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  mailer.close();
  post.close();
});

async function mailOf(kind: CodeKind, to = 'aki@example.com'): Promise<ReceivedMail> {
  await mailer.send({ to, subject: '確認コード', code: '012345', kind });
  const [mail] = mails.splice(0);
  if (!mail) throw new Error('No mail came.');
  return mail;
}

test('ACC-04b ACC-05 a mail says what its code is for, how long it is good, and to drop a stray one', async () => {
  const texts: Record<CodeKind, string> = {
    confirm: '会員登録の確認コードは次のとおりです。\n\n012345\n\n有効期限は、会員登録の手続きから24時間です。',
    reset: 'パスワード再設定の確認コードは次のとおりです。\n\n012345\n\n有効期限は1時間です。',
    email: 'メールアドレス変更の確認コードは次のとおりです。\n\n012345\n\n有効期限は1時間です。',
  };
  for (const [kind, text] of Object.entries(texts) as [CodeKind, string][]) {
    expect(textOfMail(await mailOf(kind)).trim()).toBe(
      `推しコレをご利用いただきありがとうございます。\n\n${text}\n\nお心当たりのない場合は、このメールを破棄してください。`,
    );
  }
});

test('ACC-12d a mail goes to the one address as it stands: no name, no second one; no robot answers it', async () => {
  const { to, text } = await mailOf('confirm');
  expect(to).toEqual(['aki@example.com']);
  expect(text).toMatch(/^To: aki@example\.com$/m);
  expect(text).toMatch(/^Auto-Submitted: auto-generated$/m);
  const [subject = ''] = /^Subject: .*(?:\n .*)*/m.exec(text) ?? [];
  const words = [...subject.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g)].map(([, word = '']) => Buffer.from(word, 'base64'));
  expect(Buffer.concat(words).toString('utf8')).toBe('【推しコレ】確認コード');
  const refused = mailer.send({ to: 'ken@gone.example', subject: 's', code: '1', kind: 'reset' });
  await expect(refused).rejects.toThrow('no such user');
  const listed = await mailOf('confirm', 'aki@example.com, eve@example.com').catch(() => null);
  expect(listed?.to ?? []).not.toContain('eve@example.com');
});

test('ACC-04g an old phone address with its dots gets its mail: the local part is quoted', async () => {
  const { to, text } = await mailOf('confirm', 'hanako..y.@docomo.ne.jp');
  expect(to).toEqual(['"hanako..y."@docomo.ne.jp']);
  expect(text).toMatch(/^To: <"hanako\.\.y\."@docomo\.ne\.jp>$/m);
});

const MAIL = { to: 'aki@example.com', subject: '確認コード', code: '012345', kind: 'confirm' } as const;

test('ACC-12d a mail server that says nothing is waited for ten seconds, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const waiting = mailerOf(silent);
  const ends: string[] = [];
  const sent = waiting.send(MAIL).then(
    () => ends.push('sent'),
    (error: Error) => ends.push(error.message),
  );
  const [called] = (await once(silent, 'connection')) as [Socket];
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await sent;
  expect(ends).toEqual([expect.stringMatching(/never received|timeout/i)]);
  waiting.close();
  called.destroy();
  silent.close();
});

test('mails go one after the other by one connection, which ends with the mailer', async () => {
  const server = await startMailServer(mails);
  const opened: Socket[] = [];
  server.on('connection', (socket) => opened.push(socket));
  const own = mailerOf(server);
  await own.send(MAIL);
  await own.send(MAIL);
  const [first, second] = opened;
  expect([mails.length, first?.destroyed, second]).toEqual([2, false, undefined]);
  own.close();
  if (first) await once(first, 'close', { signal: AbortSignal.timeout(3_000) });
  server.close();
});
