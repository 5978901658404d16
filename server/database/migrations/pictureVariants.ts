/** Smaller pictures the server derives of photos, and the photos that wait for theirs (IMG-02). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table photo add column variants integer[] not null default '{}',
    add column has_preview boolean not null default false`,
  `create table picture_job(
    media_url text primary key, tenant text not null, tries integer not null default 0,
    due_at timestamptz(3) not null, created_at timestamptz(3) not null default now())`,
  // The newest first: somebody looks at it now.
  'create index picture_job_newest on picture_job(created_at)',
  'insert into picture_job(media_url, tenant, due_at, created_at) select media_url, tenant, now(), created_at from photo',
];

export const pictureVariants: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
