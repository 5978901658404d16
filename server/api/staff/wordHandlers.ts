import { HIDDEN_WORDS_LISTED } from '../../../src/contract/staffLimits.ts';
import { joinHashtags, parseHashtags } from '../../../src/rules/hashtags.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { listHeldWords, setWordHeld } from '../../operations/heldWords.ts';
import { Refusal } from '../../operations/outcome.ts';
import { readSampleTags, saveSampleTags } from '../../operations/sampleTags.ts';
import { listHiddenWords, setWordHidden } from '../../operations/words.ts';
import { ApiFailure, done } from '../handlers.ts';
import { readPopularWords } from '../referenceData/repository.ts';
import { logOwn } from './logOwn.ts';
import type { StaffHandlers } from './staffHandlers.ts';

export const wordHandlers = {
  async getStaffWords({ db, tenant }) {
    const popular = await readPopularWords(db, tenant);
    return {
      popular: popular.map(({ word, count }) => ({ word, count })),
      hidden: await listHiddenWords(db, tenant, HIDDEN_WORDS_LISTED),
    };
  },
  async putStaffWord(context, { body: { word, is_hidden } }) {
    const { db, tenant, now } = context;
    await inTransaction(db, async (trx) => {
      const [outcome = ''] = await setWordHidden(trx, tenant, word, is_hidden ? now() : null).catch(
        (error: unknown) => {
          throw error instanceof Refusal ? new ApiFailure('INVALID_REQUEST') : error;
        },
      );
      await logOwn(context, trx, { act: `words ${is_hidden ? 'hide' : 'show'}`, what: word, outcome });
    });
    return done;
  },
  async getStaffHeldWords({ db, tenant }) {
    return { list: await listHeldWords(db, tenant) };
  },
  async putStaffHeldWord(context, { body: { word, is_held } }) {
    const { db, tenant, now } = context;
    await inTransaction(db, async (trx) => {
      const outcome = await setWordHeld(trx, tenant, word, is_held ? now() : null).catch((error: unknown) => {
        throw error instanceof Refusal ? new ApiFailure('INVALID_REQUEST') : error;
      });
      await logOwn(context, trx, { act: `words ${is_held ? 'hold' : 'release'}`, what: word, outcome });
    });
    return done;
  },
  async getStaffSampleTags({ db, tenant }) {
    const { tags, revision } = await readSampleTags(db, tenant);
    return { tags: tags && [...tags], revision };
  },
  async putStaffSampleTags(context, { body: { tags, revision } }) {
    const { db, tenant } = context;
    // As a post has them: what the rule would change is no hashtag.
    if (tags !== null && JSON.stringify(parseHashtags(joinHashtags(tags))) !== JSON.stringify(tags))
      throw new ApiFailure('INVALID_REQUEST');
    return inTransaction(db, async (trx) => {
      const before = await saveSampleTags(trx, tenant, { tags, revision });
      if (before === null) return { result: 'changed' as const };
      if (JSON.stringify(before.tags) !== JSON.stringify(tags))
        await logOwn(context, trx, { act: 'words samples', what: '', before: { tags: before.tags }, after: { tags } });
      return { result: 'ok' as const };
    });
  },
} satisfies Partial<StaffHandlers>;
