/** What the log calls acts of staff and operators (STF-14). An act that the desk has no words for does not compile (`jaStaffLog.ts`). */
import type { ReportKind } from './reports.ts';
import type { RecordKind } from './staffContentEndpoints.ts';

/** Kinds of records that the log names: those of the desk, and those of the command line alone. */
export type LoggedKind = RecordKind | 'notices' | 'photo-marks';

export type RecordAct = `${'create' | 'change' | 'remove' | 'import'} ${LoggedKind}`;

/** The first word is what the log is filtered by. */
export type ActName =
  | RecordAct
  | 'end events'
  | `move ${'events' | 'dates'}`
  | 'merge persons'
  | `${ReportKind} ${'hide' | 'unhide'}`
  | `photo ${'remove' | 'best-shot' | 'faces' | 'stars' | 'download' | 'stop-use'}`
  | `users ${'warn' | 'suspend' | 'unsuspend' | 'rename' | 'sign-out' | 'hold' | 'check'}`
  | `people ${'find-mail' | 'reveal'}`
  | `reports ${'close' | 'close --hide' | 'reopen'}`
  | `appeals ${'keep' | 'overturn'}`
  | `contacts ${'answer' | 'close' | 'reopen'}`
  | `staff ${'invite' | 'uninvite' | 'join' | 'change' | 'remove' | 'settings'}`
  | `wall ${'approve' | 'reject' | 'undecide' | 'set' | 'button' | 'add-key' | 'revoke-key'}`
  | `highlights ${'create' | 'change' | 'publish' | 'take-back'}`
  | `news ${'create' | 'change' | 'remove' | 'schedule' | 'unschedule' | 'send' | 'withdraw'}`
  | `words ${'hide' | 'show' | 'hold' | 'release' | 'samples'}`
  | 'official set'
  | 'accounts import'
  | 'objects check'
  | `keys ${'renew' | 'drop-secret'}`;

type FirstWord<T extends string> = T extends `${infer Word} ${string}` ? Word : never;
export type ActKind = FirstWord<ActName>;
