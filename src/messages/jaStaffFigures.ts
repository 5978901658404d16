/** Sentences of the desk's page of figures, and the columns of its files. They come with the desk's script: no fan loads them. */
import { formatCount } from '../rules/formatCount.ts';

/** Columns of the CSV files. `common` stand in both. */
export const figureColumns = {
  day: '日付',
  event: ['企画ID', '企画名', '開催日'],
  common: ['写真', '投稿者', '許諾あり', '許諾の割合（%）', '表示', 'いいね', '公開までの時間（秒・中央値）'],
  members: '新規登録',
} as const;

export const figureNames = {
  photos: '写真',
  posters: '投稿者',
  reads: '表示',
  likes: 'いいね',
  members: '新規登録',
  wait_s: '公開までの時間',
  permitted: '許諾の割合',
} as const;

/** A time until a photo was public, from seconds. */
export function waitText(seconds: number): string {
  if (seconds < 60) return `約${seconds}秒`;
  if (seconds < 3_600) return `約${Math.round(seconds / 60)}分`;
  return seconds < 86_400 ? `約${Math.round(seconds / 3_600)}時間` : '1日以上';
}

/** 'YYYY-MM-DD' as pages write it. */
const dayText = (day: string): string => day.replaceAll('-', '/');

export const figuresPage = {
  period: '期間',
  recent: (days: number) => `直近${days}日`,
  span: (from: string, until: string) => `${dayText(from)}〜${dayText(until)}`,
  totals: 'まとめ',
  unknown: '記録なし',
  none: '—',
  share: (percent: number) => `${percent}%`,
  unit: {
    photos: (n: number) => `${formatCount(n)}枚`,
    posters: (n: number) => `${formatCount(n)}人`,
    reads: (n: number) => `${formatCount(n)}回`,
    likes: (n: number) => `${formatCount(n)}件`,
    members: (n: number) => `${formatCount(n)}人`,
  },
  comparedWith: (name: string, from: string, until: string) =>
    `比較：${name}の同じ日数（${dayText(from)}〜${dayText(until)}）`,
  comparedWithDays: (from: string, until: string) => `比較：その前の同じ日数（${dayText(from)}〜${dayText(until)}）`,
  noFormer: '比べられる前のシーズンはありません。',
  /** Sign and difference of a figure, and what it was. */
  former: (was: string, change: string | null) => (change === null ? `前回 ${was}` : `前回 ${was}（${change}）`),
  formerUnknown: '前回は記録なし',
  change: (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%`,
  since: (day: string) =>
    `「表示」と「公開までの時間」は、${dayText(day)}から記録しています。それより前は分かりません。`,
  counting: '以前の写真を集計しています。数字は、これから増えます。',
  meanings:
    '削除・非表示の写真と、取り消された「いいね」は数えません。「投稿者」は、同じ人を期間の中で1回だけ数えます。「公開までの時間」は、投稿のボタンを押してから公開されるまでの中央値です。',
  meaningsTitle: '数え方',
  noPosters: '「投稿者」は、日・企画・シーズンごとに数えています。',
  chart: '日ごとの数字',
  chartOf: '表示する数字',
  chartLabel: (name: string) => `${name}のグラフ。日ごとの表が下にあります。`,
  now: 'この期間',
  before: '前回',
  chartFailed: 'グラフを読み込めませんでした。下の表で確認できます。',
  drawAgain: 'もう一度読み込む',
  daysTable: (name: string) => `日ごとの表（${name}）`,
  day: (day: string) => dayText(day),
  shortDay: (day: string) => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`,
  fromDay: (day: string) => `${day}〜`,
  byWeek:
    '長い期間のグラフは、週ごとにまとめています。「投稿者」は週の中で最も多い日、「公開までの時間」と「許諾の割合」は週の平均です。',
  eventChartLabel: (name: string) => `${name}の企画ごとのグラフ。表が下にあります。`,
  dayHead: '日付',
  events: '企画ごとの数字',
  eventHead: '企画',
  noEvents: 'この期間の投稿はまだありません',
  gone: '削除された企画',
  moreEvents: (n: number) => `ほか${formatCount(n)}件は、CSVにあります。`,
  saveDays: '日ごとの数字をCSVで保存',
  saveEvents: '企画ごとの数字をCSVで保存',
  fileName: (tenant: string, by: 'day' | 'event') =>
    by === 'day' ? `figures-days-${tenant}.csv` : `figures-events-${tenant}.csv`,
} as const;
