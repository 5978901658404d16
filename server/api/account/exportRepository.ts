import { type Kysely, sql } from 'kysely';
import type { UserExport } from '../../../src/contract/entities.ts';
import { EXPORTED_NAMES } from '../../../src/contract/photoFields.ts';
import { formatWireDateTime } from '../../../src/rules/dates.ts';
import type { Database } from '../../database/schema.ts';
import { readConsents } from '../users/consentRepository.ts';

const wire = (at: Date): string => formatWireDateTime(at.getTime());

type Rows = Omit<UserExport, 'exported_at' | 'user' | 'private_name'>;

/** Everything of all tenants that is kept under the fan's id, oldest first. */
export async function exportUser(db: Kysely<Database>, userId: string): Promise<Rows> {
  const memberships = await db.selectFrom('membership').select('tenant').where('user_id', '=', userId).execute();
  // Named, since the indexes begin with the tenant. One that does not exist stands for none.
  const tenants = ['', ...memberships.map((row) => row.tenant)];
  const works = await exportWorks(db, tenants, userId);
  const likes = await exportLikes(db, tenants, userId);
  const traces = await exportTraces(db, tenants, userId);
  const favorite_players = await exportFavorites(db, tenants, userId);
  return { ...works, ...likes, ...traces, favorite_players, ...(await exportChoices(db, userId)) };
}

/** What the fan made. */
async function exportWorks(db: Kysely<Database>, tenants: readonly string[], userId: string) {
  const photos = await db
    .selectFrom('photo')
    .select(['tenant as tenant_id', 'media_url', 'event_id', 'file_name as fileName', 'exif', 'created_at'])
    .select(EXPORTED_NAMES)
    .select(sql<boolean>`original_state <> 'stored'`.as('original_pending'))
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const events = await db
    .selectFrom('event')
    .select(['tenant as tenant_id', 'event_id', 'event_name', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const comments = await db
    .selectFrom('comment')
    .select(['tenant as tenant_id', 'comment_id', 'media_url', 'comment', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return { photos: photos.map(dated), events: events.map(dated), comments: comments.map(dated) };
}

const dated = <T extends { created_at: Date }>(row: T) => ({ ...row, created_at: wire(row.created_at) });

/** What the fan liked and bookmarked. */
async function exportLikes(db: Kysely<Database>, tenants: readonly string[], userId: string) {
  const reactions = await db
    .selectFrom('reaction')
    .select(['tenant as tenant_id', 'media_url', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const comment_reactions = await db
    .selectFrom('comment_reaction')
    .select(['tenant as tenant_id', 'comment_id'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('comment_id')
    .execute();
  const bookmarks = await db
    .selectFrom('favorite')
    .select(['tenant as tenant_id', 'target', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return { reactions: reactions.map(dated), comment_reactions, bookmarks: bookmarks.map(dated) };
}

/** Whom the fan follows, what the fan reported and looked at. */
async function exportTraces(db: Kysely<Database>, tenants: readonly string[], userId: string) {
  const follows = await db
    .selectFrom('follow')
    .select(['tenant as tenant_id', 'follow_user as user_id', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const reports = await db
    .selectFrom('comment_report')
    .select(['tenant as tenant_id', 'comment_id', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const subject_reports = await db
    .selectFrom('subject_report')
    .select(['tenant as tenant_id', 'kind', 'subject', 'reason', 'text', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const views = await db
    .selectFrom('view_history')
    .select(['tenant as tenant_id', 'media_url', 'n as count', 'viewed_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('viewed_at')
    .execute();
  return {
    follows: follows.map(dated),
    reports: reports.map(dated),
    subject_reports: subject_reports.map(dated),
    views: views.map((row) => ({ ...row, viewed_at: wire(row.viewed_at) })),
  };
}

async function exportFavorites(db: Kysely<Database>, tenants: readonly string[], userId: string) {
  const rows = await db
    .selectFrom('favorite_person')
    .select(['tenant as tenant_id', 'name', 'created_at'])
    .where('tenant', 'in', tenants)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
  return rows.map(dated);
}

/** What the fan agreed to and chose. */
async function exportChoices(db: Kysely<Database>, userId: string) {
  const memberships = await db
    .selectFrom('membership')
    .select(['tenant as tenant_id', 'agreed_version', 'joined_at'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .execute();
  const usepermits = await db
    .selectFrom('usepermit')
    .select(['tenant as tenant_id', 'usepermit'])
    .where('user_id', '=', userId)
    .orderBy('tenant')
    .execute();
  const mutes = await db
    .selectFrom('mute')
    .select('muted_user')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const blocks = await db
    .selectFrom('fan_block')
    .select('blocked_user')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const contacts = await db
    .selectFrom('contact')
    .select(['tenant as tenant_id', 'topic', 'message', 'answer', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const suspensions = await db
    .selectFrom('suspension')
    .select(['tenant as tenant_id', 'reason', 'at as created_at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  const appeals = await db
    .selectFrom('case_appeal')
    .select(['tenant as tenant_id', 'text', 'sent_at as created_at'])
    .where('user_id', '=', userId)
    .orderBy('sent_at')
    .execute();
  const staff_roles = await db
    .selectFrom('staff')
    .select(['tenant as tenant_id', 'role', 'added_at as created_at'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute();
  const staff_downloads = await db
    .selectFrom('photo_download')
    .select(['tenant as tenant_id', 'media_url', 'at as created_at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('media_url')
    .execute();
  const devices = await db
    .selectFrom('push_device')
    .select(['tenant as tenant_id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const waiting = await db
    .selectFrom('waiting_device')
    .select(['tenant as tenant_id', 'photos', 'at as created_at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return {
    memberships: memberships.map((row) => ({ ...row, joined_at: wire(row.joined_at) })),
    usepermits,
    consents: await readConsents(db, { tenant: null, userId }, null),
    muted_users: mutes.map((row) => row.muted_user),
    blocked_users: blocks.map((row) => row.blocked_user),
    contacts: contacts.map(dated),
    suspensions: suspensions.map(dated),
    appeals: appeals.map(dated),
    staff_roles: staff_roles.map(dated),
    staff_downloads: staff_downloads.map(dated),
    push_devices: devices.map(dated),
    waiting_photos: waiting.map(dated),
  };
}
