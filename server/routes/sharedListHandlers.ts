/** The lists every page shares (§9): small, anonymous, one per tenant. */

import * as v from 'valibot';
import { TagType } from '../../src/contract/entities.ts';
import { POPULAR_WORDS, SHARED_LIST_MAX } from '../../src/contract/limits.ts';
import { stripTags } from '../../src/rules/message.ts';
import { normaliseText } from '../store/searchText.ts';
import { readPersonCounts, readSeasons, readWordTarget } from '../store/sharedReads.ts';
import { done, type Handlers } from './handlers.ts';

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
  async putSearchWord({ db, tenant, now }, { body }) {
    const word = stripTags(body.word).trim();
    if (normaliseText(word) === '') return done;
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
