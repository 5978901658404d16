/** What fans are told about reports: those who reported, and those who were reported (STF-03, STF-04, STF-06). Reasons are the moderator's own text. */
import type { AppealOutcome, CaseDecision, ReportKind } from '../contract/reports.ts';

/** What a case is about, as its author reads it. */
const WHAT: Readonly<Record<ReportKind, string>> = { photo: '写真', fan: 'ページ', comment: 'コメント' };

/** The author's notice when reports hid a photo or comment before anybody decided. */
export const hiddenByReports = (kind: ReportKind) => ({
  title: `${WHAT[kind]}を一時的に非表示にしました`,
  body: `複数の通報があったため、確認が終わるまでこの${WHAT[kind]}を表示していません。確認が終わると、お知らせでご連絡します。`,
});

/** The author's notice when a word of the club holds a photo or comment back. The word is not told: it would only be spelled otherwise. */
export const heldByWord = (kind: ReportKind) => ({
  title: `${WHAT[kind]}を確認しています`,
  body: `確認が必要なことばが含まれているため、確認が終わるまでこの${WHAT[kind]}を表示していません。確認が終わると、お知らせでご連絡します。`,
});

const because = (reason: string): string => (reason === '' ? '' : `\n理由：${reason}`);

/** The author's notice of a decision; null: the author is told nothing, or is told elsewhere. */
export function authorNotice(
  kind: ReportKind,
  decision: CaseDecision,
  { reason, wasHidden }: { readonly reason: string; readonly wasHidden: boolean },
): { readonly title: string; readonly body: string } | null {
  const what = WHAT[kind];
  switch (decision) {
    case 'hide':
      return {
        title: `${what}を非表示にしました`,
        body: `運営の確認により、${what}を非表示にしました。${because(reason)}`,
      };
    case 'remove':
      return { title: `${what}を削除しました`, body: `運営の確認により、${what}を削除しました。${because(reason)}` };
    case 'warn':
      return { title: '運営からのお願い', body: `ご利用について確認をお願いします。${because(reason)}` };
    case 'none':
      return wasHidden ? shownAgain(kind) : null;
    case 'suspend':
      return null;
  }
}

export const shownAgain = (kind: ReportKind) => ({
  title: `${WHAT[kind]}をふたたび表示しました`,
  body: `確認が終わり、${WHAT[kind]}は元の場所に表示されています。`,
});

const doneTo = (kind: ReportKind): Readonly<Record<CaseDecision, string>> => ({
  none: '確認の結果、対応の必要はないと判断しました。',
  hide: `${WHAT[kind]}を非表示にしました。`,
  remove: `${WHAT[kind]}を削除しました。`,
  warn: '相手の方に注意をお願いしました。',
  suspend: '相手の方の利用を停止しました。',
});

const REPORTED: Readonly<Record<ReportKind, string>> = {
  photo: '写真の通報を確認しました',
  fan: 'ユーザーの通報を確認しました',
  comment: 'コメントの通報を確認しました',
};

/** The notice of a fan who reported something. */
export const reporterNotice = (kind: ReportKind, decision: CaseDecision, reason: string) => ({
  title: REPORTED[kind],
  body: `${doneTo(kind)[decision]}${because(reason)}`,
});

const TAKEN_BACK: Readonly<Record<CaseDecision, string>> = {
  none: '対応を取り消しました。',
  hide: '非表示を取り消し、元の場所に表示しました。',
  remove: '削除は適切でなかったと判断しました。削除した写真は元に戻せないため、よろしければもう一度投稿してください。',
  warn: '注意を取り消しました。',
  suspend: '利用停止を解除しました。',
};

/** The author's notice of the answer to an appeal. */
export const appealNotice = (decision: CaseDecision, outcome: AppealOutcome, reason: string) => ({
  title: '異議申し立ての結果',
  body: `${outcome === 'kept' ? '再確認の結果、対応は変わりません。' : `再確認の結果、${TAKEN_BACK[decision]}`}${because(reason)}`,
});

/** Told to the staff member whose decision was appealed against, and to reporters where it was taken back. */
export const appealAnswered = (kind: ReportKind, outcome: AppealOutcome, reason: string) => ({
  title: `${WHAT[kind]}への対応について`,
  body: `${outcome === 'kept' ? '異議申し立てがありましたが、対応は変わりません。' : '異議申し立てにより、対応を取り消しました。'}${because(reason)}`,
});

/** The notice of a fan whose public name a moderator took. */
export const nameTaken = (name: string, reason: string) => ({
  title: 'ニックネームを変更してください',
  body: `運営の確認により、「${name}」は使えなくなりました。設定の「プロフィール」で別のニックネームに変更してください。${because(reason)}`,
});
