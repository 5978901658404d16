import { DROPPED_FILES_MAX } from '../../contract/limits.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import type { PickNotice } from './formSnapshots.ts';
import type { FormProblem, PhotoForm } from './photoForm.ts';

export interface NoticeGroup {
  readonly text: string;
  /** Files it concerns; empty: all. */
  readonly fileNames: readonly string[];
  readonly tone: 'error' | 'warn';
}

/** The notices above the photos: each sentence once, with the names of its files (PST-07, PST-09). */
export function noticeGroups(notices: readonly PickNotice[], max: number): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const notice of notices) {
    const text = textOf(notice, max);
    const before = groups.get(text)?.fileNames ?? [];
    const fileNames = [...before, ...namesOf(notice)];
    groups.set(text, {
      text,
      fileNames,
      tone: WARNINGS.has(notice.kind) ? 'warn' : 'error',
    });
  }
  return [...groups.values()];
}

/** What came in is all right. */
const WARNINGS: ReadonlySet<PickNotice['kind']> = new Set(['leftOut', 'posted', 'folderCut', 'pasted']);

function namesOf(notice: PickNotice): readonly string[] {
  if ('fileNames' in notice) return notice.fileNames;
  return 'fileName' in notice ? [notice.fileName] : [];
}

/** Names told one by one; somebody who picks a whole album gets the number of the rest. */
const TOLD_NAMES = 8;

/** The names of a notice in one line. */
export function namesLine(fileNames: readonly string[]): string {
  const rest = fileNames.length - TOLD_NAMES;
  const told = rest > 1 ? fileNames.slice(0, TOLD_NAMES) : fileNames;
  return told.join(photoProblems.and) + (rest > 1 ? photoProblems.andMore(rest) : '');
}

function textOf(notice: PickNotice, max: number): string {
  switch (notice.kind) {
    case 'notJpeg':
      return notice.isDragged ? photoProblems.notJpeg : photoProblems.notJpegPicked;
    case 'duplicate':
      return photoProblems.duplicate;
    case 'unusable':
      return notice.error === 'BYTES_LOST' ? photoProblems.unreadable : errorText(notice.error);
    case 'notSaved':
      return errorText(notice.error);
    case 'pasted':
      return photoProblems.pasted;
    case 'noFile':
      return photoProblems.noFile;
    case 'folderEmpty':
      return photoProblems.folderEmpty;
    case 'folderCut':
      return photoProblems.folderCut(DROPPED_FILES_MAX);
    case 'leftOut':
      return photoProblems.leftOut(notice.fileNames.length, max);
    case 'posted':
      return photoProblems.posted(notice.fileNames.length);
  }
}

/** Photos that turned out to be unusable while they were prepared: said by name until they are taken out. */
export const refusedPhotos = ({ photos }: PhotoForm): PickNotice[] =>
  photos.flatMap(({ fileName, error }) => (error === null ? [] : [{ kind: 'unusable', fileName, error }]));

/** iPhones make HEIC unless told otherwise: worth a tip (T16). */
export const hasHeic = (notices: readonly PickNotice[]): boolean =>
  notices.some((notice) => notice.kind === 'notJpeg' && notice.isHeic);

/** Why '投稿する' did nothing. */
export function problemText(problem: FormProblem, max: number): string {
  switch (problem) {
    case 'none':
      return photoProblems.none;
    case 'noEvent':
      return photoProblems.noEvent;
    case 'refused':
      return photoProblems.refused;
    case 'tooMany':
      return photoProblems.tooMany(max);
  }
}
