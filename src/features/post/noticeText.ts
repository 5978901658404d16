import { errorText } from '../../messages/jaErrors.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import type { FormProblem } from './photoForm.ts';
import type { PickNotice } from './photoFormStore.ts';

const isHeic = (fileName: string) => /\.hei[cf]$/i.test(fileName);

/** The sentence above the photos, with the file's name (PST-07, PST-09). */
export function noticeText(notice: PickNotice, max: number): string {
  switch (notice.kind) {
    case 'notJpeg': {
      const text = notice.isDragged ? photoProblems.notJpeg : photoProblems.notJpegPicked;
      return photoProblems.named(notice.fileName, isHeic(notice.fileName) ? text + photoProblems.heicTip : text);
    }
    case 'duplicate':
      return photoProblems.named(notice.fileName, photoProblems.duplicate);
    case 'unusable':
      return photoProblems.named(
        notice.fileName,
        notice.error === 'BYTES_LOST' ? photoProblems.unreadable : errorText(notice.error),
      );
    case 'notSaved':
      return errorText(notice.error);
    case 'leftOut':
      return photoProblems.leftOut(notice.count, max);
  }
}

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
