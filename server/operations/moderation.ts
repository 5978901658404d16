/** Photos, comments and reports, as an operator sees them: what is hidden too. */
import { type Selectable, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { SHORT_CODE_TOKEN } from '../../src/contract/endpoints.ts';
import { MediaUrl } from '../../src/contract/entities.ts';
import { formatDateTime } from '../../src/rules/dates.ts';
import { hidePhoto, setCommentHidden, unhidePhoto } from '../api/access/hiding.ts';
import { screenName } from '../api/photos/repository.ts';
import type { PhotoTable } from '../database/photoTables.ts';
import type { CommentTable, Database } from '../database/schema.ts';
import { Refusal } from './outcome.ts';
import { onOneLine } from './terminalText.ts';

type Trx = Transaction<Database>;

/** The photo behind a key, a short code or the address of its page. Throws Refusal. @param isLocked for those who change it */
async function findPhoto(
  trx: Trx,
  tenant: string,
  reference: string,
  isLocked = false,
): Promise<Selectable<PhotoTable>> {
  const photo = await trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', await keyOfPhoto(trx, tenant, reference))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!photo) throw new Refusal(`${tenant} has no photo ${reference}.`);
  return photo;
}

/** The media_url behind a key, a short code or the address of a page, of a photo or not. Throws Refusal for another text. */
export async function keyOfPhoto(trx: Trx, tenant: string, reference: string): Promise<string> {
  const named = URL.canParse(reference) ? (new URL(reference).searchParams.get('q') ?? '') : reference;
  if (!named.startsWith(SHORT_CODE_TOKEN)) {
    if (!v.is(MediaUrl, named)) throw new Refusal(`${reference} is no key, short code or address of a photo.`);
    return named;
  }
  const row = await trx
    .selectFrom('short_url')
    .select('media_url')
    .where('tenant', '=', tenant)
    .where('code', '=', named)
    .executeTakeFirst();
  return row?.media_url ?? '';
}

/** The comment, locked after its photo, as everybody does. Throws Refusal. */
async function lockComment(trx: Trx, tenant: string, commentId: string): Promise<Selectable<CommentTable>> {
  const { rows } = await sql`
    select id from photo where tenant = ${tenant} and media_url =
      (select media_url from comment where tenant = ${tenant} and comment_id = ${commentId}) for update`.execute(trx);
  const comment =
    rows.length === 0
      ? undefined
      : await trx
          .selectFrom('comment')
          .selectAll()
          .where('tenant', '=', tenant)
          .where('comment_id', '=', commentId)
          .forUpdate()
          .executeTakeFirst();
  if (!comment) throw new Refusal(`${tenant} has no comment ${commentId}.`);
  return comment;
}

export async function setPhotoHidden(trx: Trx, tenant: string, reference: string, now: Date | null): Promise<string[]> {
  const photo = await findPhoto(trx, tenant, reference, true);
  const isChanged = now === null ? await unhidePhoto(trx, photo) : await hidePhoto(trx, photo, now);
  return [said(`Photo ${photo.media_url}`, now, isChanged)];
}

export async function setHiddenComment(trx: Trx, tenant: string, id: string, now: Date | null): Promise<string[]> {
  const comment = await lockComment(trx, tenant, id);
  return [said(`Comment ${id}`, now, await setCommentHidden(trx, comment, now))];
}

function said(what: string, now: Date | null, isChanged: boolean): string {
  if (now === null) return `${what} is ${isChanged ? 'shown again' : 'shown, as it was'}.`;
  return `${what} is hidden${isChanged ? '' : ', as it was'}.`;
}

/** The media_url of a photo an operator names. Throws Refusal. */
export const resolvePhoto = async (trx: Trx, tenant: string, reference: string): Promise<string> =>
  (await findPhoto(trx, tenant, reference)).media_url;

/** Facts of a photo, and its comments with their ids. */
export async function describePhoto(trx: Trx, tenant: string, reference: string): Promise<string[]> {
  const photo = await findPhoto(trx, tenant, reference);
  const author = await trx
    .selectFrom('profile')
    .select('nickname')
    .where('user_id', '=', photo.user_id)
    .executeTakeFirst();
  const comments = await readComments(trx, tenant, photo.media_url);
  return [
    `Photo     ${photo.media_url}`,
    `By        ${author ? screenName(author) : ''} (${photo.user_id}), ${formatDateTime(photo.created_at.getTime())}`,
    `Event     ${photo.event_id}`,
    `State     ${photo.hidden_at ? `hidden since ${formatDateTime(photo.hidden_at.getTime())}` : 'shown'}`,
    `Mark      ${photo.option ?? 'none'}`,
    `Faces     ${photo.face_info.map((face) => face.name).join(', ') || 'none'}`,
    `Message   ${onOneLine(photo.comment)}`,
    `Comments  ${comments.length}`,
    ...comments.map((line) => `  ${line}`),
  ];
}

async function readComments(trx: Trx, tenant: string, mediaUrl: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('comment as c')
    .leftJoin('profile as f', 'f.user_id', 'c.user_id')
    .select(['c.comment_id', 'c.comment', 'c.created_at', 'c.deleted_at', 'c.hidden_at', 'f.nickname'])
    .where('c.tenant', '=', tenant)
    .where('c.media_url', '=', mediaUrl)
    .orderBy('c.created_at')
    .orderBy('c.comment_id')
    .execute();
  return rows.map((row) => {
    const state = row.deleted_at ? ' [deleted]' : row.hidden_at ? ' [hidden]' : '';
    return `${row.comment_id}  ${formatDateTime(row.created_at.getTime())}  ${screenName(row)}${state}: ${onOneLine(row.comment)}`;
  });
}

/** A reported comment, as `reports list` gives it. */
interface Report {
  readonly comment_id: string;
  readonly media_url: string;
  readonly state: 'open' | 'closed';
  readonly comment_state: 'shown' | 'hidden' | 'deleted';
  readonly reports: number;
  readonly last_reported_at: string;
  readonly author: string;
  readonly comment: string;
}

/** Reported comments, those with open reports first of all, the latest first. */
export async function readReports(trx: Trx, tenant: string, isAll: boolean): Promise<Report[]> {
  const rows = await trx
    .selectFrom('comment_report as r')
    .innerJoin('comment as c', (join) =>
      join.onRef('c.tenant', '=', 'r.tenant').onRef('c.comment_id', '=', 'r.comment_id'),
    )
    .leftJoin('profile as f', 'f.user_id', 'c.user_id')
    .select(['c.comment_id', 'c.media_url', 'c.deleted_at', 'c.hidden_at', 'f.nickname'])
    .select(['r.comment', 'r.created_at', 'r.closed_at'])
    .where('r.tenant', '=', tenant)
    .$if(!isAll, (query) => query.where('r.closed_at', 'is', null))
    .orderBy('r.created_at', 'desc')
    .orderBy('c.comment_id')
    .execute();
  const byComment = new Map<string, Report>();
  for (const row of rows) {
    const known = byComment.get(row.comment_id);
    byComment.set(row.comment_id, {
      comment_id: row.comment_id,
      media_url: row.media_url,
      state: row.closed_at === null || known?.state === 'open' ? 'open' : 'closed',
      comment_state: row.deleted_at ? 'deleted' : row.hidden_at ? 'hidden' : 'shown',
      reports: (known?.reports ?? 0) + 1,
      last_reported_at: known?.last_reported_at ?? formatDateTime(row.created_at.getTime()),
      author: screenName(row),
      // As it was when the first fan reported it; its author may have deleted it since.
      comment: row.comment,
    });
  }
  return [...byComment.values()];
}

export async function listReports(trx: Trx, tenant: string, isAll: boolean): Promise<string[]> {
  const reports = await readReports(trx, tenant, isAll);
  if (reports.length === 0) return [`${tenant} has no ${isAll ? '' : 'open '}reports.`];
  return reports.map((report) => {
    const count = report.reports === 1 ? '1 report' : `${report.reports} reports`;
    const head = `${report.comment_id}  ${report.last_reported_at}  ${count}, ${report.state}, comment ${report.comment_state}`;
    return `${head}\n  ${report.author}: ${onOneLine(report.comment)}`;
  });
}

/** Everything about a reported comment. Throws Refusal where nobody reported it. */
export async function describeReport(trx: Trx, tenant: string, commentId: string): Promise<string[]> {
  const report = (await readReports(trx, tenant, true)).find((one) => one.comment_id === commentId);
  if (!report) throw new Refusal(`${tenant} has no report of a comment ${commentId}.`);
  const reporters = await trx
    .selectFrom('comment_report as r')
    .leftJoin('profile as f', 'f.user_id', 'r.user_id')
    .select(['r.user_id', 'r.created_at', 'r.closed_at', 'f.nickname'])
    .where('r.tenant', '=', tenant)
    .where('r.comment_id', '=', commentId)
    .orderBy('r.created_at')
    .execute();
  return [
    `Comment   ${report.comment_id}, ${report.comment_state}`,
    `By        ${report.author}`,
    `Text      ${onOneLine(report.comment)}`,
    'Reported by',
    ...reporters.map((row) => {
      const state = row.closed_at ? `closed ${formatDateTime(row.closed_at.getTime())}` : 'open';
      return `  ${formatDateTime(row.created_at.getTime())}  ${screenName(row)} (${row.user_id}), ${state}`;
    }),
    ...(await describePhoto(trx, tenant, report.media_url)),
  ];
}

/** Closes all open reports of a comment; `hide` hides the comment in the same go. Throws Refusal. */
export async function closeReports(
  trx: Trx,
  tenant: string,
  commentId: string,
  hide: boolean,
  now: Date,
): Promise<string[]> {
  const comment = await lockComment(trx, tenant, commentId);
  const closed = await trx
    .updateTable('comment_report')
    .set({ closed_at: now })
    .where('tenant', '=', tenant)
    .where('comment_id', '=', commentId)
    .where('closed_at', 'is', null)
    .returning('user_id')
    .execute();
  const hidden = hide ? [said(`Comment ${commentId}`, now, await setCommentHidden(trx, comment, now))] : [];
  return [`${closed.length === 1 ? '1 report' : `${closed.length} reports`} closed.`, ...hidden];
}
