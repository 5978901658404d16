/** The desk's calls about news (STF-18): thin callers of `server/operations/news.ts`. */
import type { Transaction } from 'kysely';
import { thumbnailKey } from '../../../src/contract/pictureKeys.ts';
import type { ActName } from '../../../src/contract/staffActs.ts';
import { NEWS_FOLDER } from '../../../src/contract/staffLimits.ts';
import { parseWireDate } from '../../../src/rules/dates.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { forgetUploads } from '../../objects/unregisteredUploads.ts';
import {
  type NewsContent,
  type NewsOutcome,
  readNews,
  readOneNews,
  removeNews,
  saveNews,
  scheduleNews,
  withdrawNews,
} from '../../operations/news.ts';
import { requireOwnPictureBytes } from '../access/eventPictures.ts';
import { ApiFailure } from '../handlers.ts';
import { logOwn } from './logOwn.ts';
import type { StaffContext, StaffHandlers } from './staffHandlers.ts';

type NewsRow = Extract<NewsOutcome, { readonly result: 'ok' }>['before'];

/** What the log says of a news item. */
function stateOf(row: NewsRow) {
  if (row === null) return undefined;
  const { state, title, body, url, picture, audience, about } = row;
  const publish_at = row.publish_at?.toISOString() ?? null;
  return { state, title, body, url, picture, audience, about, publish_at };
}

interface NewsAct {
  readonly news_id: string;
  /** Its name in the log. @param before null: there was none */
  readonly act: (before: NewsRow) => ActName;
  readonly write: (trx: Transaction<Database>) => Promise<NewsOutcome>;
}

/** Runs a write and logs it, if it changed something. Answers how the news item stands then. */
async function answerNews(context: StaffContext, { news_id, act, write }: NewsAct) {
  const { db, tenant } = context;
  return inTransaction(db, async (trx) => {
    const outcome = await write(trx);
    const news = await readOneNews(trx, { tenant, news_id });
    if (outcome.result !== 'ok') return { result: outcome.result, news };
    const [before, after] = [stateOf(outcome.before), stateOf(outcome.after)];
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      const states = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
      await logOwn(context, trx, { act: act(outcome.before), what: news_id, ...states });
    }
    return { result: outcome.result, news };
  });
}

/** Returns the key of a picture that the news item does not have yet. Throws INVALID_REQUEST if the caller did not store it. */
async function requireNewPicture(context: StaffContext, news_id: string, picture: string | null): Promise<string[]> {
  const { db, tenant } = context;
  const known = await readOneNews(db, { tenant, news_id });
  const added = picture === null || picture === known?.picture ? [] : [picture];
  await requireOwnPictureBytes(context, NEWS_FOLDER, added);
  return added;
}

export const newsHandlers = {
  async getStaffNews({ db, tenant }) {
    return { list: await readNews(db, tenant) };
  },
  async putStaffNews(context, { body: { news_id, revision, title, body, url, picture, audience, about } }) {
    const { tenant, now } = context;
    if (isBlank(title)) throw new ApiFailure('INVALID_REQUEST');
    const fields: NewsContent = { title, body, url, picture, audience, about };
    const added = await requireNewPicture(context, news_id, picture);
    return answerNews(context, {
      news_id,
      act: (before) => (before === null ? 'news create' : 'news change'),
      async write(trx) {
        const outcome = await saveNews(trx, { tenant, news_id }, { revision, fields }, now());
        if (outcome.result === 'ok')
          await forgetUploads(
            trx,
            added.flatMap((key) => [key, thumbnailKey(key)]),
          );
        return outcome;
      },
    });
  },
  deleteStaffNews: (context, { body: { news_id, revision } }) =>
    answerNews(context, {
      news_id,
      act: () => 'news remove',
      write: (trx) => removeNews(trx, { tenant: context.tenant, news_id }, revision),
    }),
  putStaffNewsTime(context, { body: { news_id, revision, publish_at, is_draft } }) {
    const now = context.now();
    const instant = publish_at === null ? now.getTime() : parseWireDate(publish_at);
    if (instant === null) throw new ApiFailure('INVALID_REQUEST');
    const at = is_draft ? null : new Date(instant);
    return answerNews(context, {
      news_id,
      act: () => (is_draft ? 'news unschedule' : publish_at === null ? 'news send' : 'news schedule'),
      write: (trx) => scheduleNews(trx, { tenant: context.tenant, news_id }, { revision, at }, now),
    });
  },
  putStaffNewsWithdrawal: (context, { body: { news_id } }) =>
    answerNews(context, {
      news_id,
      act: () => 'news withdraw',
      write: (trx) => withdrawNews(trx, { tenant: context.tenant, news_id }, context.now()),
    }),
} satisfies Partial<StaffHandlers>;
