/** The lists every page shares (§9): small, anonymous, one per tenant. */
import * as v from 'valibot';
import { TagType } from '../../../src/contract/entities.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { readAmbassadors } from '../access/ambassadorRepository.ts';
import { countNewWord, countWordVote } from '../access/limits.ts';
import { type Context, done, type Handlers } from '../handlers.ts';
import { plainText } from '../storedText.ts';
import {
  countWord,
  findMatches,
  isKnownWord,
  readCreditSettings,
  readOfficialUsers,
  readPersonCounts,
  readPopularWords,
  readSeasons,
  readTeams,
  readWordTarget,
} from './repository.ts';

export const referenceDataHandlers = {
  async getSeasons({ db, tenant }) {
    return { list: await readSeasons(db, tenant) };
  },
  async getAmbassadors({ db, tenant }) {
    return { list: await readAmbassadors(db, tenant) };
  },
  async getOfficialUser({ db, tenant }) {
    return { list: await readOfficialUsers(db, tenant) };
  },
  async getPersonCounts({ db, tenant, now }) {
    const persons = await readPersonCounts(db, tenant, now());
    return { list: [{ person_list: persons.filter((person) => person.count > 0).sort((a, b) => b.count - a.count) }] };
  },
  async getPersons({ db, tenant, now }) {
    return { list: await readPersonCounts(db, tenant, now()) };
  },
  async getTeams({ db, tenant }) {
    return { list: await readTeams(db, tenant) };
  },
  async getWordRanking({ db, tenant }) {
    const rows = await readPopularWords(db, tenant);
    return { list: rows.map((row) => ({ ...row, tagtype: v.parse(TagType, row.tagtype) })) };
  },
  async putSearchWord(context, { body }) {
    const { db, tenant, now } = context;
    const { tagtype } = body;
    const word = plainText(body.word).trim();
    if (isBlank(word)) return done;
    // Words that are known count on, also in a network that may begin no more.
    if (!(await isKnownWord(db, { tenant, tagtype, word })) && !(await mayBegin(context, { tagtype, word })))
      return done;
    // The same word again from one fan or network raises nothing; the visitor need not know.
    if (!(await countWordVote(context, tagtype, word))) return done;
    const target_id = await readWordTarget(db, tenant, tagtype, word);
    await countWord(db, { tenant, tagtype, word, target_id }, now());
    return done;
  },
  async getConfigInfo({ db, tenant }) {
    return { credit_setting: await readCreditSettings(db, tenant) };
  },
} satisfies Partial<Handlers>;

/** Whether a word nobody chose before is counted: it must match something in the tenant. The bound is for what looking costs. */
async function mayBegin(context: Context, word: { readonly tagtype: string; readonly word: string }): Promise<boolean> {
  if (!(await countNewWord(context))) return false;
  const [isMatch = false] = await findMatches(context.db, context.tenant, [word]);
  return isMatch;
}
