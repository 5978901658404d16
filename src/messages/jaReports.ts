/** Sentences of reports, for the fan who makes one; the staff's desk names the same reasons. */
import type { ReportReason } from '../contract/reports.ts';

export const reportReasons: Readonly<Record<ReportReason, string>> = {
  privacy: 'プライバシー・肖像権の侵害',
  copyright: '著作権の侵害',
  harassment: '嫌がらせ・誹謗中傷',
  sexual: '性的な内容',
  violence: '暴力的・不快な内容',
  spam: '宣伝・迷惑行為',
  other: 'そのほか',
};

export const report = {
  photoTitle: '写真の通報',
  fanTitle: 'ユーザーの通報',
  lead: '運営が内容を確認し、結果をお知らせでご連絡します。通報したことは相手に伝わりません。',
  reason: '通報の理由',
  text: '詳しい内容（任意）',
  textHint: '個人情報は書かないでください。',
  action: '通報する',
  done: '通報を受け付けました。確認の結果はお知らせでご連絡します。',
  fan: '通報',
  fanOf: (name: string) => `${name}さんを通報する`,
} as const;
