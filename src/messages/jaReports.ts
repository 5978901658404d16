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

export const appeal = {
  action: '異議を申し立てる',
  title: '異議の申し立て',
  lead: 'この対応に納得できない理由をお書きください。申し立ては1回だけできます。別の担当者が再確認し、結果をお知らせでご連絡します。',
  text: '申し立ての内容',
  send: '申し立てる',
  done: '異議を受け付けました。結果はお知らせでご連絡します。',
  states: {
    sent: '異議を受け付けました。再確認しています。',
    kept: '異議を再確認しました。対応は変わりません。',
    overturned: '異議が認められ、対応を取り消しました。',
  },
} as const;
