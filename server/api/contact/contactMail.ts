/** Messages to the operator as mails, where a mail server and an address are set. They stay in the store in any case. */
import type { Kysely, Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import { formatDateTime } from '../../../src/rules/dates.ts';
import { findTenant } from '../../../tenants/index.ts';
import type { MailSettings } from '../../config/settings.ts';
import type { ContactTable } from '../../database/operatorTables.ts';
import type { Database } from '../../database/schema.ts';
import { giveBackUnmailed, markAnswerMailed, markMailed, takeUnmailed, takeUnmailedAnswer } from './repository.ts';

const SECOND_MS = 1000;

export interface OperatorMail {
  /** Rejects when the mail server does not take it. */
  send(message: Selectable<ContactTable>): Promise<void>;
  close(): void;
}

const TOPICS: Readonly<Record<ContactTable['topic'], string>> = {
  usage: '使い方',
  trouble: '不具合',
  photo: '写真・コメント',
  takedown: '権利者からの申し出',
  request: 'ご要望',
  other: 'その他',
};

const createMailTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
  });

/** Sends answers of staff to whoever wrote (STF-09). */
export function createAnswerMail({ url, from }: MailSettings): OperatorMail {
  const transport = createMailTransport(url);
  return {
    async send(message) {
      const site = findTenant(message.tenant)?.name ?? message.tenant;
      await transport.sendMail({
        from,
        // As an object: nothing in an address can add another.
        to: { name: '', address: message.email },
        subject: `【${site}】お問い合わせへのお返事 ${message.contact_id}`,
        text: answerText(site, message),
        headers: { 'Auto-Submitted': 'auto-replied' },
      });
    },
    close: () => transport.close(),
  };
}

const answerText = (site: string, { answer, message, created_at }: Selectable<ContactTable>): string =>
  [
    answer ?? '',
    '',
    `${site} 運営`,
    '',
    `――― お問い合わせの内容（${formatDateTime(created_at.getTime())}）`,
    ...message.split('\n').map((line) => `> ${line}`),
    '',
  ].join('\n');

/** Sends to `to`; an answer goes to whoever wrote. */
export function createOperatorMail({ url, from }: MailSettings, to: string): OperatorMail {
  const transport = createMailTransport(url);
  return {
    async send(message) {
      const site = findTenant(message.tenant)?.name ?? message.tenant;
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        // As objects: nothing in a name or address can add another.
        replyTo: { name: message.name, address: message.email },
        subject: `【${site}】お問い合わせ（${TOPICS[message.topic]}） ${message.contact_id}`,
        text: textOf(message),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

const textOf = (message: Selectable<ContactTable>): string =>
  [
    `受付番号: ${message.contact_id}`,
    `日時: ${formatDateTime(message.created_at.getTime())}`,
    `お名前: ${message.name || '(なし)'}`,
    `メールアドレス: ${message.email}`,
    ...(message.photo_key === null ? [] : [`写真: ${message.photo_key}`]),
    `アカウント: ${message.user_id ?? '(ログインなし)'}`,
    `ブラウザ: ${message.user_agent || '(不明)'}`,
    '',
    message.message,
    '',
  ].join('\n');

interface MailingGiven {
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/**
 * Mails what was not mailed yet, each by one copy of the server. How many. The first that fails ends it: a mail server that is away
 * takes the others no better, and each would wait for it. A copy that ends, or loses the database, after the mail server took a message
 * could not note it: that one is mailed twice, which is better than never.
 */
export async function mailContacts(
  db: Kysely<Database>,
  mail: Pick<OperatorMail, 'send'>,
  { now, onError, isStopped }: MailingGiven,
): Promise<number> {
  let sent = 0;
  while (!isStopped?.()) {
    const message = await takeUnmailed(db, new Date(now()));
    if (message === null) break;
    try {
      await mail.send(message);
    } catch (error) {
      onError(error);
      await giveBackUnmailed(db, message, new Date(now()));
      break;
    }
    await markMailed(db, message, new Date(now()));
    sent += 1;
  }
  return sent;
}

/** Mails answers of staff that were not mailed yet, as `mailContacts` mails messages. Returns how many. */
export async function mailAnswers(
  db: Kysely<Database>,
  mail: Pick<OperatorMail, 'send'>,
  { now, onError, isStopped }: MailingGiven,
): Promise<number> {
  let sent = 0;
  while (!isStopped?.()) {
    const answered = await takeUnmailedAnswer(db, new Date(now()));
    if (answered === null) break;
    try {
      await mail.send(answered);
    } catch (error) {
      onError(error);
      await markAnswerMailed(db, answered, { mailed: false, now: new Date(now()) });
      break;
    }
    await markAnswerMailed(db, answered, { mailed: true, now: new Date(now()) });
    sent += 1;
  }
  return sent;
}
