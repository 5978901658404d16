/** Sentences of the desk's page of highlights (WAL-07). They come with its script: no fan loads them. */
import type { HighlightsFormat, HighlightsSection } from '../contract/highlights.ts';
import type { HighlightsResult } from '../contract/staffHighlightsEndpoints.ts';
import { formatCount } from '../rules/formatCount.ts';

export const staffHighlights = {
  noEvent: '企画を選ぶと、ハイライトのページを作れます',
  lead: '企画が終わったあとに、ベストショットと数字をまとめた1枚のページを公開できます。',
  form: '内容',
  title: '見出し',
  titleHint: '例：逆転の夜、スタンドから',
  titleMissing: '見出しを入力してください。',
  text: '本文',
  textHint: '空でもかまいません。',
  sections: 'ページに載せるもの',
  sectionNames: { photos: 'ベストショット', numbers: '数字', players: '写真の多い人物' } as Readonly<
    Record<HighlightsSection, string>
  >,
  save: '下書きを保存',
  savePublished: '公開中のページを変更',
  saved: '保存しました',
  state: '公開',
  isDraft: 'まだ公開していません。',
  isPublic: '公開中です。アドレスを知っている人は誰でも見られます。',
  unsaved: '入力した変更は、まだ保存していません。',
  publish: '公開する',
  published: '公開しました',
  takeBack: '公開を終える',
  askTakeBack: 'ハイライトの公開を終えますか？ アドレスを開いた人には、ページがないと表示されます。',
  takenBack: '公開を終えました',
  address: 'ページのアドレス',
  copy: 'アドレスをコピー',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした。アドレスを選んでコピーしてください。',
  open: 'ページを見る',
  pictures: 'SNS用の画像',
  picturesLead:
    '写真の利用を許諾した投稿だけを使い、クレジットを入れています。写真が非表示になると、自動で作り直します。',
  drawing: '画像を作っています。まもなく表示されます。',
  noUsable: '利用を許諾した写真がないため、画像は作れません。',
  afterPublishing: '公開すると、画像を作ります。',
  formats: { wide: '横長（1200×630）', tall: '縦長（1080×1920）' } as Readonly<Record<HighlightsFormat, string>>,
  download: (format: string) => `${format}を保存`,
  fileName: (tenant: string, eventId: string, format: HighlightsFormat) =>
    `highlights-${tenant}-${eventId}-${format}.jpg`,
  preview: 'プレビュー',
  noPhotos: '載せられる写真がまだありません。',
  players: '写真の多い人物',
  player: (name: string, count: number) => `${name} ${formatCount(count)}枚`,
  changedBy: (title: string) =>
    `ほかの担当者がこのページを変えました（見出し：${title}）。入力した内容で上書きするときは、もう一度押してください。`,
  results: {
    changed: 'ほかの担当者が先にこのページを変えました。最新の状態を確かめて、もう一度押してください。',
    gone: 'このページはもうありません。',
    full: '公開できるページの数が上限に達しています。古いページの公開を終えてください。',
  } as Readonly<Record<Exclude<HighlightsResult, 'ok'>, string>>,
} as const;
