/** Sentences of the ranking and of a player's page. */
import { formatCount } from '../rules/formatCount.ts';

export const ranking = {
  title: 'ランキング',
  lead: (label: string) => `写真に選ばれた${label}の順位です。`,
  about: 'ランキングについて',
  aboutPoints: (label: string) =>
    `${label}を選んで写真を投稿すると、その${label}に応援ポイントがつきます。写真1枚につき、写っている${label}ひとりに1ポイントです。`,
  aboutPhotos: (label: string) => `${label}を選んで投稿された写真の枚数で順位が決まります。`,
  aboutDeleted: '投稿が削除されると、その写真のポイントも取り消されます。',
  aboutDeletedPhotos: '投稿が削除されると、その写真は枚数から除かれます。',
  aboutTies: '同じ数のときは、同じ順位になります。順位は投稿に合わせて変わります。',
  post: '写真を投稿する',
  points: (count: number) => `${formatCount(count)}pt`,
  photos: (count: number) => `${formatCount(count)}枚`,
  rank: (rank: number) => `${rank}位`,
  gender: '男子・女子',
  genders: { all: '男女すべて', m: '男子', f: '女子' },
  team: 'チーム',
  allTeams: 'すべてのチーム',
  allTime: '全期間',
  empty: 'まだランキングがありません',
  emptyText: (label: string) => `${label}を選んで写真を投稿すると、ここに順位が出ます。`,
  notHere: 'このサイトにランキングはありません',
  failed: 'ランキングを読み込めませんでした',
  list: '順位の一覧',
} as const;

/** The ranking of fans (FAN-19). */
export const fanRanking = {
  kinds: 'ランキングの種類',
  fans: 'ファン',
  lead: '期間中に投稿した写真がもらった「いいね」の順位です。',
  about: 'ファンの順位は、選んだ期間に投稿した写真がもらった「いいね」の数で決まります。',
  period: '期間',
  months: '月',
  seasons: 'シーズン',
  /** Of '2026-11'. */
  month: (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
  otherPeriod: '選んだ期間',
  likes: (count: number) => `いいね ${formatCount(count)}`,
  ownPlace: (rank: number) => `あなたは ${formatCount(rank)}位`,
  farPlace: (counted: number) => `あなたは ${formatCount(counted)}位より後`,
  toNext: (likes: number) => `次の順位まで いいね ${formatCount(likes)}`,
  signIn: 'ログインすると、自分の順位も見られます。',
  noPlace: 'あなたの写真に「いいね」がつくと、ここに順位が出ます。',
  emptyText: '写真に「いいね」がつくと、ここに順位が出ます。',
  list: 'ファンの順位の一覧',
} as const;

export const player = {
  /** Stands between facts of one line. */
  between: ' ・ ',
  none: (label: string) => `${label}が指定されていません`,
  unknown: (label: string, name: string) => `${label}「${name}」は見つかりません`,
  unknownText: (label: string) => `${label}の一覧にない名前です。この名前がついた写真は、検索でさがせます。`,
  search: 'この名前で写真をさがす',
  noneText: 'アドレスをもう一度お確かめください。',
  empty: (name: string) => `${name}の写真はまだありません`,
  emptyText: '写真を投稿するときに名前を選ぶと、ここに集まります。',
  count: (count: number) => `写真 ${formatCount(count)}枚`,
  number: (number: string) => `背番号 ${number}`,
  rank: (rank: number) => `応援ランキング ${rank}位`,
  photos: '集まった写真',
  postWith: (label: string) => `この${label}で投稿`,
  bestPhoto: (name: string) => `${name}の、いちばん「いいね」された写真を開く`,
  matches: '写っている企画',
  allMatches: 'すべての企画',
  post: '写真を投稿する',
} as const;
