/** What one command does to the data: plain values, so that it can run here or in the server that holds the data. */
import type { Kysely, Transaction } from 'kysely';
import * as v from 'valibot';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';
import { addMovedAccounts, readMoved } from '../identity/movedAccounts.ts';
import {
  closeReports,
  describePhoto,
  describeReport,
  listReports,
  readReports,
  resolvePhoto,
  setHiddenComment,
  setPhotoHidden,
} from '../operations/moderation.ts';
import { listNews, withdrawPublishedNews } from '../operations/news.ts';
import { listLog, logAct, readLog } from '../operations/operatorLog.ts';
import { type Outcome, Refusal } from '../operations/outcome.ts';
import { changeMarks } from '../operations/photoMarks.ts';
import { importRecords, NOTE } from '../operations/records/importRecords.ts';
import { kindNamed, kinds } from '../operations/records/kinds.ts';
import { type ImportRow, readRows } from '../operations/records/readRows.ts';
import { selectRecords } from '../operations/records/records.ts';
import { removeRecords } from '../operations/records/removeRecords.ts';
import { findOpenNames, withOwners } from '../operations/records/reservedOwners.ts';
import { writeRows } from '../operations/records/writeRows.ts';
import { describeUser, suspendUser, unsuspendUser } from '../operations/suspensions.ts';
import { type PictureStore, removeObjects, removePhoto } from '../operations/takeDown.ts';
import { listWords, setWordHidden } from '../operations/words.ts';
import { findUsers, setOfficialUser, showOfficialUser, signOutUser } from './accounts.ts';
import { writeAccounts } from './accountsFile.ts';
import { readAct } from './acts.ts';
import { LOOKS, lookThrough } from './checks.ts';
import { closeContact, describeContact, listContacts, readContacts } from './contacts.ts';
import { isMoveTask, listEventMoves, MoveTask, runMoveTask } from './eventCommands.ts';
import { dropSecret, renewKeys } from './keys.ts';
import { showBearersOfReserved, showReservedNames } from './showReservedNames.ts';

const kind = v.picklist(kinds.map(({ name }) => name));
const format = v.picklist(['csv', 'json']);
const name = v.string();

export const Task = v.variant('do', [
  /** owners: of reserved names, by the names; what the file says besides. */
  v.object({ do: v.literal('import'), kind, format, text: v.string(), owners: v.optional(v.record(name, name)) }),
  /** Reserved names of a file whose owner is to be asked for. */
  v.object({ do: v.literal('findOpenNames'), format: v.literal('json'), fileFormat: format, text: v.string() }),
  v.object({ do: v.literal('showReservedNames') }),
  v.object({ do: v.literal('showBearersOfReserved') }),
  v.object({ do: v.literal('export'), kind, format }),
  v.object({ do: v.literal('remove'), kind, keys: v.array(name) }),
  v.object({ do: v.literal('findUsers'), text: name }),
  v.object({ do: v.literal('signOutUser'), userId: name }),
  v.object({ do: v.literal('showUser'), userId: name }),
  /** lastDay: epoch ms; null: until it is ended. */
  v.object({ do: v.literal('suspendUser'), userId: name, lastDay: v.nullable(v.number()) }),
  v.object({ do: v.literal('unsuspendUser'), userId: name }),
  v.object({ do: v.literal('exportAccounts'), format: v.literal('json') }),
  v.object({ do: v.literal('readMoved'), format: v.literal('json'), userIds: v.array(name) }),
  v.object({ do: v.literal('addMovedAccounts'), accounts: v.array(v.object({ user_id: name, sub: name })) }),
  v.object({ do: v.literal('lookThrough'), what: v.picklist(LOOKS) }),
  v.object({ do: v.literal('renewKeys') }),
  v.object({ do: v.literal('dropSecret') }),
  v.object({ do: v.literal('showOfficial') }),
  v.object({ do: v.literal('setOfficial'), userId: name }),
  v.object({ do: v.literal('listReports'), isAll: v.boolean(), format: v.picklist(['text', 'json']) }),
  v.object({ do: v.literal('readReport'), commentId: name }),
  v.object({ do: v.literal('closeReports'), commentId: name, hide: v.boolean() }),
  v.object({ do: v.literal('listContacts'), isAll: v.boolean(), format: v.picklist(['text', 'json']) }),
  v.object({ do: v.literal('readContact'), id: name }),
  v.object({ do: v.literal('closeContact'), id: name }),
  v.object({ do: v.literal('showPhoto'), photo: name }),
  v.object({ do: v.literal('hidePhoto'), photo: name, isHidden: v.boolean() }),
  v.object({ do: v.literal('removePhoto'), photo: name }),
  v.object({ do: v.literal('hideComment'), commentId: name, isHidden: v.boolean() }),
  v.object({ do: v.literal('listWords') }),
  v.object({ do: v.literal('hideWord'), word: name, isHidden: v.boolean() }),
  MoveTask,
  v.object({ do: v.literal('listEventMoves') }),
  v.object({ do: v.literal('listNews') }),
  v.object({ do: v.literal('withdrawNews'), id: name }),
  v.object({ do: v.literal('setBestShot'), photo: name, option: v.nullable(name) }),
  /** text: JSON list of faces. */
  v.object({ do: v.literal('nameFaces'), photo: name, text: v.string() }),
  /** since: epoch ms; null: the last ones. */
  v.object({ do: v.literal('readLog'), since: v.nullable(v.number()), format: v.picklist(['text', 'json']) }),
]);
export type Task = v.InferOutput<typeof Task>;
export type PlainTask = Exclude<Task, MoveTask>;

export const AdminJob = v.object({
  /** '': of all tenants. */
  tenant: v.string(),
  /** Everything is done and then taken back. */
  isDryRun: v.boolean(),
  /** Who has it done, and why, for the log. */
  operator: v.pipe(v.string(), v.nonEmpty()),
  reason: v.nullable(name),
  /** BACKUP_DIR of the command, as a path from the root: a server that has none of its own notes removals there. */
  backupDir: v.optional(name),
  task: Task,
});
export type AdminJob = v.InferOutput<typeof AdminJob>;

/** Carries the result out of a transaction that must leave nothing behind. */
class TakenBack extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super('taken back');
    this.lines = lines;
  }
}

/**
 * Runs a job in one transaction, then what is to be done outside of the database. Rejects only when the database fails.
 * @param store of the photos; null: not on this machine
 */
export async function perform(
  db: Kysely<Database>,
  job: AdminJob,
  now: Date,
  store: PictureStore | null,
): Promise<Outcome> {
  try {
    const { lines, act } = await inTransaction(db, (trx) => runAndLog(trx, job, now));
    if (job.task.do !== 'removePhoto' || !act) return { code: 0, out: textOf(job.task, lines), err: '' };
    const objects = await removeObjects(db, store, job, { at: now, act });
    if (objects.isDone) return { code: 0, out: asText([...lines, ...objects.lines]), err: '' };
    return { code: 3, out: asText(lines), err: asText(objects.lines) };
  } catch (error) {
    if (error instanceof TakenBack)
      return { code: 0, out: asText(['Dry run: nothing was changed. This would happen:', ...error.lines]), err: '' };
    if (error instanceof Refusal) return { code: 1, out: '', err: asText([error.message]) };
    throw error;
  }
}

async function runAndLog(trx: Transaction<Database>, job: AdminJob, at: Date) {
  const { tenant, reason, isDryRun, task } = job;
  const { lines, act } = isMoveTask(task)
    ? await runMoveTask(trx, tenant, task, reason ?? '', at)
    : await runTask(trx, { tenant, reason, task }, at);
  if (isDryRun) throw new TakenBack(lines);
  if (act) await logAct(trx, { ...job, outcome: lines[0] ?? '', ...act, at });
  return { lines, act };
}

/** A job whose act is known before it runs. */
interface PlainJob extends Pick<AdminJob, 'tenant' | 'reason'> {
  readonly task: PlainTask;
}

async function runTask(trx: Transaction<Database>, job: PlainJob, at: Date) {
  const act = await readAct(trx, job.tenant, job.task);
  return { act, lines: await run(trx, job, at) };
}

/** What is shown: of a long list of what changed the number is enough, and what to look at; the list is for the dry run. */
function textOf(task: Task, lines: readonly string[]): string {
  const isFile = task.do === 'export' || ('format' in task && task.format === 'json' && task.do !== 'import');
  if (isFile) return lines.join('');
  return asText(task.do === 'import' ? lines.filter((line, i) => i === 0 || line.startsWith(NOTE)) : lines);
}

const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

async function run(trx: Transaction<Database>, { tenant, reason, task }: PlainJob, now: Date): Promise<string[]> {
  switch (task.do) {
    case 'import':
      return importRecords(trx, kindNamed(task.kind), tenant, rowsOf(task));
    case 'findOpenNames': {
      const rows = readRows(task.text, task.fileFormat, kindNamed('reserved-names').fields);
      return [JSON.stringify(await findOpenNames(trx, tenant, rows))];
    }
    case 'showReservedNames':
      return showReservedNames(trx, tenant);
    case 'showBearersOfReserved':
      return showBearersOfReserved(trx, tenant);
    case 'export':
      return [await exportText(trx, tenant, task)];
    case 'remove':
      return removeRecords(trx, kindNamed(task.kind), tenant, task.keys);
    case 'findUsers':
      return findUsers(trx, tenant, task.text);
    case 'signOutUser':
      return signOutUser(trx, tenant, task.userId);
    case 'showUser':
      return describeUser(trx, { tenant, userId: task.userId }, now);
    case 'suspendUser':
      return suspendUser(trx, { tenant, userId: task.userId }, { reason, lastDay: task.lastDay }, now);
    case 'unsuspendUser':
      return unsuspendUser(trx, { tenant, userId: task.userId }, now);
    case 'exportAccounts':
    case 'readMoved':
    case 'addMovedAccounts':
      return runMove(trx, task);
    case 'lookThrough':
      return lookThrough(trx, tenant, task.what, now);
    case 'renewKeys':
      return renewKeys(trx);
    case 'dropSecret':
      return dropSecret(trx);
    case 'listEventMoves':
      return listEventMoves(trx, tenant);
    case 'showOfficial':
      return showOfficialUser(trx, tenant);
    case 'setOfficial':
      return setOfficialUser(trx, tenant, task.userId);
    default:
      return moderate(trx, tenant, task, now);
  }
}

type ModerationTask = Extract<
  Task,
  {
    do:
      | `${string}Report${string}`
      | `${string}Contact${string}`
      | `${string}Photo`
      | 'hideComment'
      | `${string}Word${string}`
      | `${string}News`
      | 'setBestShot'
      | 'nameFaces'
      | 'readLog';
  }
>;

async function moderate(
  trx: Transaction<Database>,
  tenant: string,
  task: ModerationTask,
  now: Date,
): Promise<string[]> {
  switch (task.do) {
    case 'listReports':
      if (task.format === 'text') return listReports(trx, tenant, task.isAll);
      return [`${JSON.stringify(await readReports(trx, tenant, task.isAll), null, 2)}\n`];
    case 'readReport':
      return describeReport(trx, tenant, task.commentId);
    case 'closeReports':
      return closeReports(trx, tenant, task.commentId, task.hide, now);
    case 'listContacts':
      if (task.format === 'text') return listContacts(trx, tenant, task.isAll);
      return [`${JSON.stringify(await readContacts(trx, tenant, task.isAll), null, 2)}\n`];
    case 'readContact':
      return describeContact(trx, tenant, task.id);
    case 'closeContact':
      return closeContact(trx, tenant, task.id, now);
    case 'showPhoto':
      return describePhoto(trx, tenant, task.photo);
    case 'hidePhoto':
      return setPhotoHidden(trx, tenant, task.photo, task.isHidden ? now : null);
    case 'removePhoto':
      return removePhoto(trx, tenant, task.photo, now);
    case 'hideComment':
      return setHiddenComment(trx, tenant, task.commentId, task.isHidden ? now : null);
    case 'listWords':
      return listWords(trx, tenant);
    case 'hideWord':
      return setWordHidden(trx, tenant, task.word, task.isHidden ? now : null);
    case 'listNews':
      return listNews(trx, tenant);
    case 'withdrawNews':
      return withdrawPublishedNews(trx, { tenant, news_id: task.id }, now);
    case 'setBestShot':
      return changeMarks(trx, tenant, await resolvePhoto(trx, tenant, task.photo), { option: task.option });
    case 'nameFaces':
      return changeMarks(trx, tenant, await resolvePhoto(trx, tenant, task.photo), {
        face_info: parseFaces(task.text),
      });
    case 'readLog':
      if (task.format === 'text') return listLog(trx, tenant, task.since);
      return [`${JSON.stringify(await readLog(trx, tenant, task.since), null, 2)}\n`];
  }
}

function rowsOf({ kind, format, text, owners = {} }: Extract<Task, { readonly do: 'import' }>): ImportRow[] {
  const rows = readRows(text, format, kindNamed(kind).fields);
  return kind === 'reserved-names' ? withOwners(rows, owners) : rows;
}

async function exportText(
  trx: Transaction<Database>,
  tenant: string,
  { kind, format }: Extract<Task, { readonly do: 'export' }>,
): Promise<string> {
  const { fields } = kindNamed(kind);
  return writeRows(await selectRecords(trx, kindNamed(kind), tenant), format, fields);
}

/** What the move of accounts to another pool asks of the data. */
async function runMove(
  trx: Transaction<Database>,
  task: Extract<Task, { readonly do: 'exportAccounts' | 'readMoved' | 'addMovedAccounts' }>,
): Promise<string[]> {
  if (task.do === 'exportAccounts') return [await writeAccounts(trx)];
  if (task.do === 'readMoved') return [JSON.stringify(await readMoved(trx, task.userIds))];
  await addMovedAccounts(trx, task.accounts);
  return [];
}

function parseFaces(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`Nothing was changed: this is no JSON. ${error instanceof Error ? error.message : ''}`);
  }
}
