/** What the server sends by itself, all the time: pushes to phones and messages to the operator. */
import type { Kysely } from 'kysely';
import { mailAnswers, mailContacts, type OperatorMail } from '../api/contact/contactMail.ts';
import { notifyMemories } from '../api/notices/memoryNoticeRepository.ts';
import { tellFollowers } from '../api/notices/postNoticeRepository.ts';
import type { Database } from '../database/schema.ts';
import type { Log } from '../http/log.ts';
import { giveMovedPosts } from '../operations/giveMovedPosts.ts';
import { announce } from '../push/announce.ts';
import { publishNews } from '../push/publishNews.ts';
import { sendPushes } from '../push/sendPushes.ts';
import type { VapidKeys } from '../push/vapidKeys.ts';
import { type Loop, startLoop } from './startLoop.ts';

/**
 * How often each copy looks for something to send. A like taken back at once is never told. `wholeEvery`: every so many looks, also for
 * events that have begun and for mail.
 */
const TIMES = { everyMs: 5_000, wholeEvery: 6 } as const;

export interface DeliveriesDeps {
  readonly db: Kysely<Database>;
  readonly keys: VapidKeys;
  /** null: messages stay in the store only. */
  readonly mail: OperatorMail | null;
  /** Sends answers of staff; null: they wait in the store. */
  readonly answerMail?: OperatorMail | null;
  readonly fetch?: typeof globalThis.fetch;
  readonly now: () => number;
  readonly log: Log;
}

export function startDeliveries(deps: DeliveriesDeps): Loop {
  const { db, keys, mail, answerMail = null, now, log, fetch = globalThis.fetch } = deps;
  const onError = (error: unknown) => log.error(error, 'sending');
  let hasStopped = false;
  const isStopped = () => hasStopped;
  const fast = [
    () => tellFollowers(db, new Date(now()), isStopped),
    () => publishNews(db, new Date(now()), isStopped),
    () => giveMovedPosts(db, new Date(now()), isStopped),
    () => sendPushes({ db, keys, fetch, now, onError, isStopped }),
  ];
  const slow = [() => announce(db, new Date(now())), () => notifyMemories(db, new Date(now()), isStopped)];
  const mails = [
    ...(mail === null ? [] : [() => mailContacts(db, mail, { now, onError, isStopped })]),
    ...(answerMail === null ? [] : [() => mailAnswers(db, answerMail, { now, onError, isStopped })]),
  ];
  const runAll = async (tasks: readonly (() => Promise<unknown>)[]) => {
    for (const task of tasks) {
      if (hasStopped) return;
      await task().catch(onError);
    }
  };
  const loops = [
    startLoop((isWhole) => runAll(isWhole ? [...slow, ...fast] : fast), TIMES),
    // By itself: pushes do not wait for a mail server that is silent.
    startLoop((isWhole) => runAll(isWhole ? mails : []), TIMES),
  ];
  return {
    async run() {
      await Promise.all(loops.map((loop) => loop.run()));
    },
    async stop() {
      hasStopped = true;
      await Promise.all(loops.map((loop) => loop.stop()));
      mail?.close();
      answerMail?.close();
    },
  };
}

/** In their place on a copy of the data that somebody only looks at: the phones in it are real fans'. Says so in the log. */
export function noDeliveries(log: Log): Loop {
  log.info('Deliveries are off (DELIVERIES=0): this server sends no pushes and no mails, whatever is due.');
  return { run: async () => {}, stop: async () => {} };
}
