/** Sentences about events. Apart from `ja.ts` because they come with the pages that show events. */
import { formatCount } from '../rules/formatCount.ts';

interface DayParts {
  readonly year: number | null;
  readonly month: number;
  readonly date: number;
  readonly weekday: number;
  readonly time: string | null;
}

export const event = {
  /** What fans make, and what fans and the club make together; the club's own has the tenant's word (FAN-08). */
  word: '企画',
  inProgress: '開催中',
  upcoming: '開催前',
  over: '終了',
  notYetHeld: 'まだ開催前です',
  seeCollected: '集まった写真を見る',
  seeOfficial: '公式コンテンツを見る',
  official: '公式',
  memorial: 'みんなの企画',
  limited: '限定',
  own: 'あなたの企画',
  details: '詳細を見る',
  recommended: 'あなたにおすすめの企画',
  count: (count: number) => `${formatCount(count)}枚`,
  period: (start: string, end: string) => (start === end ? start : `${start} - ${end}`),
  groupDuring: '開催中',
  groupBefore: 'これから',
  groupAfter: '終了した企画',
  empty: '公開中の企画はまだありません',
  emptyText: '企画が始まると、ここに並びます。',
  failed: '企画を読み込めませんでした',
  someUnseen: 'まだ見ていない企画は、電波が届くと表示します。',
  postHere: 'ここに投稿する',
  ownPhotos: (count: number) => `あなたの写真 ${count}枚`,
  ongoing: (title: string) => `開催中の${title}`,
  next: (title: string) => `次の${title}`,
  latest: (title: string) => `最近の${title}`,
  photosTitle: '集まった写真',
  best: (word: string) => `この${word}のベスト`,
  photosEmpty: (word: string) => `この${word}の写真はまだありません`,
  host: (name: string) => `企画：${name}さん`,
  locations: '撮影場所',
  postLimit: (count: number) => `ひとり${count}枚まで`,
  /** '11/28(土)'. `year` where it is another one than this, `time` where it is no whole day. */
  day: ({ year, month, date, weekday, time }: DayParts) =>
    `${year === null ? '' : `${year}/`}${month}/${date}(${'日月火水木金土'[weekday]})${time === null ? '' : ` ${time}`}`,
  /** Are photos taken? Before, during and after the period. */
  taking: { before: '開催前', during: '投稿受付中', after: '受付終了' },
  from: (date: string) => `${date}から`,
  until: (date: string) => `${date}まで`,
  /** `left`: whole days; 0 is the last day itself. A word joiner: in a narrow column the line breaks before 'あと'. */
  lastsUntil: (left: number, date: string) => (left === 0 ? `今日 ${date}まで` : `あと${left}日・\u2060${date}まで`),
  limitedNote: (word: string) => `投稿できる人が限られた${word}です`,
  more: (count: number) => `ほか${count}件を表示`,
  album: 'アルバム',
  ofEvent: (name: string) => `：${name}`,
  seeEvent: (word: string) => `${word}のページを見る`,
  edit: '企画を編集',
  bookmark: 'ブックマーク',
  bookmarkFailed: 'ブックマーク操作でエラーが発生しました。画面を更新してください。',
  notYet: '開催が始まると、ここに写真が集まります。',
  overNote: (word: string) => `この${word}への投稿は終了しました。`,
  membersOnly: (word: string) => `この${word}に投稿できるのは、限られた方のみです。`,
  previousEvents: '前の企画へ',
  nextEvents: '次の企画へ',
  bookmarks: (count: number) => `${count}件のブックマーク`,
  makeLead: 'あなたの企画で、みんなの写真を集めよう。',
  makeText: 'テーマと期間を決めるだけで、だれでも企画を作れます。',
  make: '企画を作成',
  kinds: { all: 'すべて', official: '公式', memorial: 'みんなの企画', photocon: 'フォトコン', own: 'あなたの企画' },
  kindLabel: '企画の種類',
  narrowedEmpty: 'あてはまる写真はまだありません',
  narrowedText: '条件を変えるか、絞り込みを解除してください。',
  clearNarrowing: '絞り込みを解除',
  notFound: '企画が見つかりません',
  notFoundText: '削除されたか、アドレスが変わった可能性があります。',
} as const;
