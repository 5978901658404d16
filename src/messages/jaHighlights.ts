/** Sentences of the page of an event's highlights (WAL-07). They come with that page. */
import { formatCount } from '../rules/formatCount.ts';

const counted = (label: string, unit: string) => (count: number) =>
  ({ count, label, value: formatCount(count), unit }) as const;

export const highlights = {
  best: 'ベストショット',
  numbers: '数字で見る',
  players: (label: string) => `写真の多い${label}`,
  unit: '枚',
  photos: counted('写真', '枚'),
  posters: counted('投稿した人', '人'),
  likes: counted('いいね', '件'),
  looks: counted('見られた回数', '回'),
  all: 'すべての写真を見る',
  open: 'この写真を開く',
  notFound: 'ハイライトはありません',
  notFoundText: '公開されていないか、公開が終わりました。',
  failed: 'ハイライトを読み込めませんでした',
} as const;
