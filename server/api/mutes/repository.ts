import { type RawBuilder, sql } from 'kysely';

/**
 * Condition: whoever `column` names ('p.user_id') is nobody the viewer muted. Anonymous visitors mute nobody.
 * One list for all tenants; nobody but its owner learns of it.
 */
export const isNotMuted = (viewer: string | null, column: string): RawBuilder<boolean> =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select 1 from mute where mute.user_id = ${viewer} and mute.muted_user = ${sql.ref(column)})`;
