/** Sentences of the own page's figures and of the season's card. Apart from `jaMyPhoto.ts` because they come with it. */
import { formatCount } from '../rules/formatCount.ts';

export const figures = {
  title: 'これまでの記録',
  photos: '写真',
  likes: 'もらったいいね',
  of: (count: number) => formatCount(count),
  byEvent: (kind: string) => `${kind}ごとの写真`,
  mixed: '企画',
  counts: (photos: number, likes: number) =>
    likes > 0 ? `${formatCount(photos)}枚・いいね${formatCount(likes)}` : `${formatCount(photos)}枚`,
  all: (count: number) => `すべて見る（${formatCount(count)}）`,
  makeCard: 'シーズンカードを作る',
} as const;

export const seasonCard = {
  title: 'シーズンカード',
  lead: '投稿した写真を一枚にまとめました。この端末の中で作った画像です。',
  season: 'シーズン',
  allSeasons: 'これまでのすべて',
  failed: 'カードを作れませんでした。通信の状態を確認して、もう一度お試しください。',
  blocked: 'このブラウザでは、画像を作れません。',
  photos: '写真',
  likes: 'いいね',
  by: (name: string) => `${name}の`,
  /** What the picture shows, for those who cannot see it. */
  alt: (season: string, photos: number, likes: number, kind: string, matches: number) =>
    `${season}のカード：写真${formatCount(photos)}枚、いいね${formatCount(likes)}、${kind}${formatCount(matches)}`,
  fileName: (tenant: string) => `${tenant}-season-card.jpg`,
} as const;
