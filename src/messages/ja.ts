/** Every Japanese sentence of the client, once. One exported object an area; the spec's words verbatim. */
import { formatCount } from '../rules/formatCount.ts';

export const ui = {
  close: '閉じる',
  cancel: 'キャンセル',
  back: '戻る',
  loading: '読み込み中',
  retry: 'もう一度試す',
  home: 'ホーム',
  previous: '前へ',
  next: '次へ',
  remove: '削除',
  ok: 'OK',
  result: '完了',
  error: 'エラー',
  confirm: '確認',
} as const;

/** What the page's frame says before anything else is loaded. */
export const frame = {
  product: '推しコレ',
  skip: '本文へ移動',
  top: 'TOP',
  breadcrumb: 'パンくずリスト',
  broken: '画面の一部を読み込めませんでした。少し待ってから、画面を更新してください。',
  reload: '画面を更新',
} as const;

/** Titles of the pages, as the breadcrumb and the browser's tab write them (BRC-01). */
export const pageTitles = {
  index: 'ホーム',
  gallery: '投稿一覧',
  'event-detail': '企画詳細',
  highlights: 'ハイライト',
  'my-photo': 'マイページ',
  fan: 'ファンのページ',
  'ranking-list': 'ランキング',
  outbox: '送信待ち',
  download: '写真のダウンロード',
  mediasite: '写真一覧',
  'notice-list': 'お知らせ',
  tutorial: '推しコレについて',
  settings: '設定',
  'delete-account': '退会',
  'create-account': '新規会員登録',
  'forgot-password': 'パスワードの再設定',
  'account-activation': '確認コードの入力',
  'rule-agreement': '利用規約への同意',
  'search-result': '検索結果',
  photosOf: (label: string) => `${label}の写真`,
} as const;

export const gallery = {
  newest: '新着の写真',
  more: 'もっと見る',
  others: (count: number) => `他の${formatCount(count)}枚を見る`,
  loadingMore: '続きを読み込んでいます',
  end: (count: number) => `${count}枚すべて表示しました`,
  total: (count: number) => `${formatCount(count)}枚`,
  listLabel: '写真の一覧',
} as const;

export const photo = {
  by: (name: string) => `${name}さんの写真`,
  alt: (name: string, about: string) => (about === '' ? `${name}さんの写真` : `${name}さんの写真：${about}`),
  open: '写真を拡大',
  edit: '投稿を編集',
  bestShot: 'ベストショット',
  left: '退会したユーザーです',
  noSuchUser: '対象のユーザーは存在しません',
} as const;
