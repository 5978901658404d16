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

interface Queue {
  readonly take: () => Promise<Selectable<ContactTable> | null>;
  readonly giveBack: (message: Selectable<ContactTable>) => Promise<void>;
  readonly markSent: (message: Selectable<ContactTable>) => Promise<void>;
}

/**
 * Mails all of a queue. Returns how many. The first that fails ends it: a mail server that is away takes the others no better, and each
 * would wait for it. A copy that ends, or loses the database, after the mail server took a message could not note it: that one is mailed
 * twice, which is better than never.
 */
async function mailAll(
  { take, giveBack, markSent }: Queue,
  mail: Pick<OperatorMail, 'send'>,
  { onError, isStopped }: MailingGiven,
): Promise<number> {
  let sent = 0;
  while (!isStopped?.()) {
    const message = await take();
    if (message === null) break;
    try {
      await mail.send(message);
    } catch (error) {
      onError(error);
      await giveBack(message);
      break;
    }
    await markSent(message);
    sent += 1;
  }
  return sent;
}

/** Mails messages to the operator that were not mailed yet, each by one copy of the server. Returns how many. */
export function mailContacts(
  db: Kysely<Database>,
  mail: Pick<OperatorMail, 'send'>,
  given: MailingGiven,
): Promise<number> {
  const now = () => new Date(given.now());
  const queue: Queue = {
    take: () => takeUnmailed(db, now()),
    giveBack: (message) => giveBackUnmailed(db, message, now()),
    markSent: (message) => markMailed(db, message, now()),
  };
  return mailAll(queue, mail, given);
}

/** As `mailContacts`, of the staff's answers. */
export function mailAnswers(
  db: Kysely<Database>,
  mail: Pick<OperatorMail, 'send'>,
  given: MailingGiven,
): Promise<number> {
  const now = () => new Date(given.now());
  const queue: Queue = {
    take: () => takeUnmailedAnswer(db, now()),
    giveBack: (message) => markAnswerMailed(db, message, { mailed: false, now: now() }),
    markSent: (message) => markAnswerMailed(db, message, { mailed: true, now: now() }),
  };
  return mailAll(queue, mail, given);
}
