/** Sentences of a stadium's screen (WAL-03). They come with its script: no fan loads them. */
import { formatCount } from '../rules/formatCount.ts';

export const wallScreen = {
  label: '場内の大型画面',
  today: '今日の写真',
  count: (photos: number) => `${formatCount(photos)}枚`,
  /** `event`: the tenant's word for one event. */
  post: (event: string) => `この${event}の写真を投稿`,
  qr: '投稿ページの二次元コード',
  photoOf: (credit: string) => (credit === '' ? '応援の写真' : `応援の写真　${credit}`),
  empty: 'あなたの写真が、ここに映ります',
} as const;
