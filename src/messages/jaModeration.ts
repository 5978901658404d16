/** What fans are told about reports: those who reported, and those who were reported (STF-03, STF-04). Reasons are the moderator's own text. */
import type { CaseDecision, ReportKind } from '../contract/reports.ts';

/** The author's notice when reports hid a photo before anybody decided. */
export const hiddenByReports = {
  title: '写真を一時的に非表示にしました',
  body: '複数の通報があったため、確認が終わるまでこの写真を表示していません。確認が終わると、お知らせでご連絡します。',
} as const;

const because = (reason: string): string => (reason === '' ? '' : `\n理由：${reason}`);

/** The author's notice of a decision; null: the author is told nothing, or is told elsewhere. */
export function authorNotice(
  decision: CaseDecision,
  { reason, wasHidden }: { readonly reason: string; readonly wasHidden: boolean },
): { readonly title: string; readonly body: string } | null {
  switch (decision) {
    case 'hide':
      return { title: '写真を非表示にしました', body: `運営の確認により、写真を非表示にしました。${because(reason)}` };
    case 'remove':
      return { title: '写真を削除しました', body: `運営の確認により、写真を削除しました。${because(reason)}` };
    case 'warn':
      return { title: '運営からのお願い', body: `ご利用について確認をお願いします。${because(reason)}` };
    case 'none':
      return wasHidden ? photoShownAgain : null;
    case 'suspend':
      return null;
  }
}

export const photoShownAgain = {
  title: '写真をふたたび表示しました',
  body: '確認が終わり、写真は元の場所に表示されています。',
} as const;

const DONE: Readonly<Record<CaseDecision, string>> = {
  none: '確認の結果、対応の必要はないと判断しました。',
  hide: '写真を非表示にしました。',
  remove: '写真を削除しました。',
  warn: '相手の方に注意をお願いしました。',
  suspend: '相手の方の利用を停止しました。',
};

/** The notice of a fan who reported something. */
export const reporterNotice = (kind: ReportKind, decision: CaseDecision, reason: string) => ({
  title: kind === 'photo' ? '写真の通報を確認しました' : 'ユーザーの通報を確認しました',
  body: `${DONE[decision]}${because(reason)}`,
});
