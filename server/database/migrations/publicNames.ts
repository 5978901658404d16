/** The product keeps the public name of an account only: what is not here can stand in no list and be found by nobody. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { normaliseText } from '../../../src/rules/searchMatch.ts';
import { publicName } from '../../api/users/repository.ts';

/** Profiles of one statement. */
const BATCH = 500;

interface Row {
  readonly user_id: string;
  readonly nickname: string;
}

async function rename(db: Kysely<unknown>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<Row>`
      select user_id, nickname from profile where left_at is null and user_id > ${last} order by user_id limit ${BATCH}`.execute(
      db,
    );
    const end = rows.at(-1);
    if (!end) return;
    const names = rows.map(({ user_id, nickname }) => publicName({ userId: user_id, nickname }));
    await sql`
      update profile f set nickname = w.nickname, search = w.search
      from unnest(${rows.map(({ user_id }) => user_id)}::text[], ${names}::text[], ${names.map((name) => normaliseText(name))}::text[])
        as w(user_id, nickname, search)
      where f.user_id = w.user_id`.execute(db);
    last = end.user_id;
  }
}

export const publicNames: Migration = {
  async up(db: Kysely<unknown>) {
    await rename(db);
    await sql`alter table profile drop column name`.execute(db);
  },
};
