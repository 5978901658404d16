/** The lists every page shares (§9): small, anonymous, one per tenant. */

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { TagType } from '../../../src/contract/entities.ts';
import { POPULAR_WORDS, SHARED_LIST_MAX, WORD_VOTES } from '../../../src/contract/limits.ts';
import { isBlank } from '../../../src/rules/visibleText.ts';
import { done, type Handlers } from '../handlers.ts';
import { plainText } from '../storedText.ts';
import { readPersonCounts, readSeasons, readWordTarget } from './repository.ts';

export const sharedListHandlers = {
  async getSeasons({ db, tenant }) {
    return { list: await readSeasons(db, tenant) };
  },
  async getAmbassadors({ db, tenant }) {
    const rows = await db
      .selectFrom('ambassador')
      .select(['name as ambassador_name', 'user_id as ambassador_user_id', 'object_key'])
      .where('tenant', '=', tenant)
      .orderBy('position')
      .orderBy('name')
      .execute();
    return { list: rows };
  },
  async getOfficialUser({ db, tenant }) {
    const rows = await db
      .selectFrom('official_user')
      .select('user_id')
      .where('tenant', '=', tenant)
      .orderBy('user_id')
      .execute();
    return { list: rows };
  },
  async getPersonCounts({ db, tenant }) {
    const persons = await readPersonCounts(db, tenant);
    return { list: [{ person_list: persons.filter((person) => person.count > 0).sort((a, b) => b.count - a.count) }] };
  },
  async getPersons({ db, tenant }) {
    return { list: await readPersonCounts(db, tenant) };
  },
  async getTeams({ db, tenant }) {
    const rows = await db
      .selectFrom('team')
      .select(['team_id', 'team_name', 'object_key', 'gender'])
      .where('tenant', '=', tenant)
      .orderBy('position')
      .orderBy('team_id')
      .limit(SHARED_LIST_MAX)
      .execute();
    return { list: rows };
  },
  async getWordRanking({ db, tenant }) {
    const rows = await db
      .selectFrom('search_word')
      .select(['word', 'tagtype', 'target_id as id', 'n as count'])
      .where('tenant', '=', tenant)
      .orderBy('n', 'desc')
      .orderBy('word')
      .limit(POPULAR_WORDS.list)
      .execute();
    return { list: rows.map((row) => ({ ...row, tagtype: v.parse(TagType, row.tagtype) })) };
  },
  async putSearchWord({ db, tenant, now, request }, { body }) {
    const word = plainText(body.word).trim();
    if (isBlank(word)) return done;
    // The same word again and again from one place raises nothing; the visitor need not know.
    if (request?.address) {
      const vote = createHash('sha256').update(`${tenant}\n${body.tagtype}\n${word}`).digest('hex').slice(0, 32);
      if (!(await request.count(`word:${vote}:${request.address}`, WORD_VOTES))) return done;
    }
    const target_id = await readWordTarget(db, tenant, body.tagtype, word);
    const used_at = now();
    await db
      .insertInto('search_word')
      .values({ tenant, tagtype: body.tagtype, word, target_id, n: 1, used_at })
      .onConflict((c) =>
        c.columns(['tenant', 'tagtype', 'word']).doUpdateSet((eb) => ({ n: eb('search_word.n', '+', 1), used_at })),
      )
      .execute();
    return done;
  },
  async getConfigInfo({ db, tenant }) {
    const rows = await db
      .selectFrom('credit_setting')
      .select(['type', 'official_label', 'ambassador', 'extra_text'])
      .where('tenant', '=', tenant)
      .execute();
    return { credit_setting: rows };
  },
} satisfies Partial<Handlers>;
