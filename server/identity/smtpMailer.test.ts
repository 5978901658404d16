/** What a code's mail says, and to whom. That codes arrive and work: tests/api/deployMail.test.ts. */
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReceivedMail, startMailServer, textOfMail } from '../../tests/fakes/standInMail.ts';
import type { CodeKind } from './mailer.ts';
import { createSmtpMailer } from './smtpMailer.ts';

const mails: ReceivedMail[] = [];
let post: Server;
let mailer: ReturnType<typeof createSmtpMailer>;
beforeAll(async () => {
  post = await startMailServer(mails);
  const { port } = post.address() as AddressInfo;
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: '推しコレ <no-reply@example.net>' });
});
beforeEach(() => {
  mails.length = 0;
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
