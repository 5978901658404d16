/** Sentences of the full-screen viewer and of the actions below a photo. Apart from `jaPhoto.ts`, which the first screen has too. */
import { formatCount } from '../rules/formatCount.ts';

interface Place {
  readonly at: number;
  readonly of: number;
  /** There are more than are known. */
  readonly isOpenEnded: boolean;
}

export const photoViewer = {
  open: '全画面で見る',
  toggleControls: 'ボタンの表示を切り替える',
  place: ({ at, of, isOpenEnded }: Place) => `${formatCount(at)} / ${formatCount(of)}${isOpenEnded ? '＋' : ''}`,
  placeSpoken: ({ at, of, isOpenEnded }: Place) =>
    `${formatCount(of)}枚${isOpenEnded ? '以上' : ''}のうち${formatCount(at)}枚目`,
} as const;

export const photoActions = {
  group: '写真へのアクション',
  comment: (count: number) => (count > 0 ? `コメント ${formatCount(count)}件` : 'コメントする'),
  likedBy: (total: number) => `いいねした人 ${formatCount(total)}人`,
  about: '写真について',
} as const;
