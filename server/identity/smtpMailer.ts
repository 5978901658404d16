import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/settings.ts';
import type { Mail, Mailer } from './mailer.ts';

const SECOND_MS = 1000;
const SERVICE = '推しコレ';

/** Between greeting and farewell of every mail. Codes expire as `codes.ts` says. */
const TEXTS: Readonly<Record<Mail['kind'], (code: string) => readonly string[]>> = {
  confirm: (code) => ['会員登録の確認コードは次のとおりです。', code, '有効期限は、会員登録の手続きから24時間です。'],
  reset: (code) => ['パスワード再設定の確認コードは次のとおりです。', code, '有効期限は1時間です。'],
  email: (code) => ['メールアドレス変更の確認コードは次のとおりです。', code, '有効期限は1時間です。'],
  claim: (code) => ['写真についての申し出の確認コードは次のとおりです。', code, '申し出の画面に入力してください。'],
};
const FAREWELL = 'お心当たりのない場合は、このメールを破棄してください。';

/** Sends codes by a mail server. Rejects when the server does not take the mail. */
export function createSmtpMailer({ url, from }: MailSettings): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    // A fan waits for the answer: better 'could not be sent' than a minute of nothing.
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
  });
  return {
    async send({ to, subject, code, kind }) {
      const text = [`${SERVICE}をご利用いただきありがとうございます。`, ...TEXTS[kind](code), FAREWELL].join('\n\n');
      await transport.sendMail({
        from,
        // As an object: nothing in an address can add another.
        to: { name: '', address: to },
        subject: `【${SERVICE}】${subject}`,
        text: `${text}\n`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
