/** Sentences of search and narrowing. Apart from `ja.ts` because they come with their panels and pages. */
import { formatCount } from '../rules/formatCount.ts';

export const search = {
  title: '検索',
  placeholder: '検索ワード',
  submit: '検索',
  clear: '入力を消す',
  popular: '人気のキーワード',
  /** In the tenant's words. */
  hint: (player: string, match: string) =>
    `${player}名・${match}名・撮影場所・ハッシュタグなど、思いついたことばで探せます。`,
  searching: '検索しています',
  found: (count: number) => `${count}件の候補が見つかりました`,
  none: '該当する写真や企画は見つかりませんでした。',
  noneHint: 'ことばを短くするか、別のことばでお試しください。',
  failed: '検索できませんでした',
  partlyFailed: '一部の候補を読み込めませんでした。',
  count: (count: number) => `${formatCount(count)}枚`,
  ofAll: (count: number) => `/ 全${formatCount(count)}枚`,
  eventCount: (count: number) => `${formatCount(count)}件`,
  seasons: 'シーズン',
  events: '企画',
  messages: (word: string, label: string) => `「${word}」を含む${label}`,
  photos: (word: string) => `「${word}」を含む写真`,
  hashtags: 'ハッシュタグの投稿',
  locations: '撮影場所',
  eventsOf: (word: string) => `「${word}」を含む企画`,
  users: 'ユーザー',
  seeAll: 'すべて見る',
  tag: (tag: string) => `#${tag}`,
  quoted: (word: string) => `「${word}」`,
  resultOf: (about: string) => `${about}の検索結果`,
  noCondition: 'さがしたい写真のことばを入力してください',
  openSearch: 'ことばで検索する',
  noEvent: 'この名前の企画は見つかりませんでした。',
  conditions: '検索の条件',
  removeCondition: (label: string) => `条件「${label}」を外す`,
  empty: '該当する写真は見つかりませんでした。',
  emptyText: '条件を減らすか、別のことばでお試しください。',
  clearAll: '条件をすべて外す',
} as const;

/** Orders of a list of photos, '' the newest first. */
export const sorts = { label: '並び順', names: { '': '新着順', likes: '人気順' } } as const;

export const narrow = {
  open: '絞り込む',
  opened: (count: number) => `絞り込み中（${count}）`,
  title: '写真を絞り込む',
  team: 'チーム',
  allTeams: 'すべてのチーム',
  season: 'シーズン',
  allSeasons: 'すべてのシーズン',
  event: '企画',
  allEvents: 'すべての企画',
  detail: 'さらに詳しく検索',
  location: '撮影場所',
  photographer: '撮影者',
  all: 'すべて',
  official: '公式',
  staff: (player: string) => `公式アンバサダー・スタッフ・${player}など`,
  submit: '絞り込む',
  matching: (count: number) => `${formatCount(count)}枚が条件にあてはまります`,
  reset: '条件をクリア',
  noPersons: (label: string) => `選べる${label}がいません。`,
  noPhotos: (name: string) => `${name}（写真なし）`,
  loading: '条件を読み込んでいます',
} as const;
