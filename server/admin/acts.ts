/** What the log calls each task that changes something. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { resolvePhoto } from '../operations/moderation.ts';
import type { Act } from '../operations/operatorLog.ts';
import { kindNamed } from '../operations/records/kinds.ts';
import { readRemoval } from '../operations/takeDown.ts';
import type { PlainTask } from './adminJob.ts';

/** The act a task is; null: it changes nothing. Throws Refusal for a photo that is not there. */
export async function readAct(trx: Transaction<Database>, tenant: string, task: PlainTask): Promise<Act | null> {
  if (task.do === 'removePhoto') return readRemoval(trx, tenant, task.photo);
  const act = actOf(task);
  return act && 'photo' in task ? { ...act, what: await resolvePhoto(trx, tenant, task.photo) } : act;
}

function actOf(task: Exclude<PlainTask, { do: 'removePhoto' }>): Act | null {
  switch (task.do) {
    case 'import':
      return { act: `import ${kindNamed(task.kind).name}`, what: '' };
    case 'remove':
      return { act: `remove ${kindNamed(task.kind).name}`, what: task.keys.join(' ') };
    case 'setOfficial':
      return { act: 'official set', what: task.userId };
    case 'signOutUser':
      return { act: 'users sign-out', what: task.userId };
    case 'suspendUser':
      return { act: 'users suspend', what: task.userId };
    case 'unsuspendUser':
      return { act: 'users unsuspend', what: task.userId };
    case 'addMovedAccounts':
      return { act: 'accounts import', what: task.accounts.map(({ user_id }) => user_id).join(' ') };
    case 'lookThrough':
      if (task.what === 'status') return null;
      return { act: task.what === 'accounts' ? 'users check' : 'objects check', what: '' };
    case 'renewKeys':
      return { act: 'keys renew', what: '' };
    case 'dropSecret':
      return { act: 'keys drop-secret', what: '' };
    case 'closeReports':
      return { act: `reports close${task.hide ? ' --hide' : ''}`, what: task.commentId };
    case 'closeContact':
      return { act: 'contacts close', what: task.id };
    case 'withdrawNews':
      return { act: 'news withdraw', what: task.id };
    case 'hidePhoto':
    case 'hideComment':
    case 'hideWord':
    case 'setBestShot':
    case 'nameFaces':
      return contentActOf(task);
    case 'export':
    case 'exportAccounts':
    case 'findOpenNames':
    case 'showReservedNames':
    case 'showBearersOfReserved':
    case 'readMoved':
    case 'findUsers':
    case 'showUser':
    case 'showOfficial':
    case 'listReports':
    case 'readReport':
    case 'listContacts':
    case 'readContact':
    case 'showPhoto':
    case 'listWords':
    case 'listEventMoves':
    case 'listNews':
    case 'readLog':
      return null;
  }
}

type ContentTask = Extract<PlainTask, { do: 'hidePhoto' | 'hideComment' | 'hideWord' | 'setBestShot' | 'nameFaces' }>;

/** The act of a task about what fans see of one photo, comment or word. */
function contentActOf(task: ContentTask): Act {
  switch (task.do) {
    case 'hidePhoto':
      return { act: `photo ${task.isHidden ? 'hide' : 'unhide'}`, what: task.photo };
    case 'hideComment':
      return { act: `comment ${task.isHidden ? 'hide' : 'unhide'}`, what: task.commentId };
    case 'hideWord':
      return { act: `words ${task.isHidden ? 'hide' : 'show'}`, what: task.word };
    case 'setBestShot':
      return { act: 'photo best-shot', what: task.photo };
    case 'nameFaces':
      return { act: 'photo faces', what: task.photo };
  }
}
