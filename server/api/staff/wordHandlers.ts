import { HIDDEN_WORDS_LISTED } from '../../../src/contract/staffLimits.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import { listHeldWords, setWordHeld } from '../../operations/heldWords.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { Refusal } from '../../operations/outcome.ts';
import { listHiddenWords, setWordHidden } from '../../operations/words.ts';
import { ApiFailure, done } from '../handlers.ts';
import { readPopularWords } from '../referenceData/repository.ts';
import type { StaffHandlers } from './staffHandlers.ts';

export const wordHandlers = {
  async getStaffWords({ db, tenant }) {
    const popular = await readPopularWords(db, tenant);
    return {
      popular: popular.map(({ word, count }) => ({ word, count })),
      hidden: await listHiddenWords(db, tenant, HIDDEN_WORDS_LISTED),
    };
  },
  async putStaffWord({ db, tenant, userId, now }, { body: { word, is_hidden } }) {
    await inTransaction(db, async (trx) => {
      const [outcome = ''] = await setWordHidden(trx, tenant, word, is_hidden ? now() : null).catch(
        (error: unknown) => {
          throw error instanceof Refusal ? new ApiFailure('INVALID_REQUEST') : error;
        },
      );
      const act = `words ${is_hidden ? 'hide' : 'show'}`;
      await logAct(trx, {
        act,
        what: word,
        reason: null,
        outcome,
        at: now(),
        tenant,
        operator: userId,
        staffId: userId,
      });
    });
    return done;
  },
  async getStaffHeldWords({ db, tenant }) {
    return { list: await listHeldWords(db, tenant) };
  },
  async putStaffHeldWord({ db, tenant, userId, now }, { body: { word, is_held } }) {
    await inTransaction(db, async (trx) => {
      const outcome = await setWordHeld(trx, tenant, word, is_held ? now() : null).catch((error: unknown) => {
        throw error instanceof Refusal ? new ApiFailure('INVALID_REQUEST') : error;
      });
      const act = { act: `words ${is_held ? 'hold' : 'release'}`, what: word, reason: null, outcome };
      await logAct(trx, { ...act, at: now(), tenant, operator: userId, staffId: userId });
    });
    return done;
  },
} satisfies Partial<StaffHandlers>;
