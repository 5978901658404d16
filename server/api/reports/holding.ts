/** Holds what has one of the tenant's words back, until a moderator has looked at it (STF-11b). */
import type { Selectable, Transaction } from 'kysely';
import { PHOTO_FIELD_NAMES, PHOTO_FIELDS } from '../../../src/contract/photoFields.ts';
import { heldByWord } from '../../../src/messages/jaModeration.ts';
import type { PhotoTable } from '../../database/photoTables.ts';
import type { CommentTable, Database } from '../../database/schema.ts';
import { hasHeldWord } from '../../operations/heldWords.ts';
import { logAct } from '../../operations/operatorLog.ts';
import { hidePhoto, setCommentHidden } from '../access/hiding.ts';
import { lockCommentRow } from '../comments/repository.ts';
import { tellFan } from '../notices/operatorNoticeRepository.ts';
import { caseNoticeId, markHiddenByReports, openCase } from './caseRepository.ts';

type Trx = Transaction<Database>;

interface Held {
  readonly kind: 'photo' | 'comment';
  readonly tenant: string;
  readonly subject: string;
  readonly author_id: string;
  readonly shown: string;
  readonly media_url?: string;
}

/** Opens a case without reports, and notifies the author. The caller has hidden it. */
async function noteHeld(trx: Trx, held: Held, at: Date): Promise<void> {
  const { kind, tenant, author_id } = held;
  const caseId = await openCase(trx, held, at);
  await markHiddenByReports(trx, caseId, at);
  const notice = { tenant, recipient: author_id, notice_id: caseNoticeId(caseId, at, author_id) };
  await tellFan(trx, { ...notice, ...heldByWord(kind) }, at);
  const states = { before: { hidden: false }, after: { hidden: true } };
  const act = { act: `${kind} hide`, what: held.subject, reason: null, outcome: 'A word holds it back.' } as const;
  await logAct(trx, { ...act, ...states, at, tenant, operator: 'words' });
}

/** All that the author says of a photo in words. Ids and switches have none. */
const textsOf = (photo: Selectable<PhotoTable>): string[] =>
  PHOTO_FIELD_NAMES.flatMap((name) => {
    const { [name]: value } = photo;
    return PHOTO_FIELDS[name].type === 'id' || typeof value === 'boolean' || value === null ? [] : value;
  });

/** Holds those of the photos back that have one of the words (`readHeldKeys`). The caller has locked them. */
export async function holdPhotos(
  trx: Trx,
  photos: readonly Selectable<PhotoTable>[],
  keys: readonly string[],
  at: Date,
): Promise<void> {
  for (const photo of photos) {
    const { tenant, media_url, user_id, comment } = photo;
    if (!hasHeldWord(keys, textsOf(photo))) continue;
    if (await hidePhoto(trx, photo, at))
      await noteHeld(trx, { kind: 'photo', tenant, subject: media_url, author_id: user_id, shown: comment }, at);
  }
}

/** Holds a comment back that was just written and has one of the words. True: it does. */
export async function holdComment(
  trx: Trx,
  comment: Pick<Selectable<CommentTable>, 'tenant' | 'comment_id' | 'media_url' | 'user_id' | 'comment'>,
  keys: readonly string[],
  at: Date,
): Promise<boolean> {
  if (!hasHeldWord(keys, [comment.comment])) return false;
  const { tenant, comment_id, media_url, user_id } = comment;
  const written = await lockCommentRow(trx, tenant, comment_id);
  if (!written) return false;
  await setCommentHidden(trx, written, at);
  const about = { tenant, subject: comment_id, media_url, author_id: user_id, shown: comment.comment };
  await noteHeld(trx, { kind: 'comment', ...about }, at);
  return true;
}
