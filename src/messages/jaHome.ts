/** Sentences of the home page's lists of photos. Apart from `ja.ts` because the tabs come after the first photos. */
import { formatCount } from '../rules/formatCount.ts';

export const homeLists = {
  label: 'ホームの写真',
  names: { newest: '新着', following: 'フォロー中', popular: '人気' },
  titles: { newest: '新着の写真', following: 'フォロー中の人の写真', popular: '人気の写真' },
  popularNote: (among: number) => `最近の写真（最大${formatCount(among)}枚）から、「いいね」の多い順`,
  popularEmpty: '人気の写真はまだありません',
  popularEmptyText: '最近の写真に「いいね」がつくと、ここに並びます。',
  needsLogin: 'フォローした人の写真が、ここに届きます',
  needsLoginText: 'ログインすると、フォローした人の新しい写真だけをここで見られます。',
  login: 'ログイン',
  nobody: 'まだだれもフォローしていません',
  nobodyText: '気になる人をフォローすると、その人の新しい写真がここに並びます。',
  noPhotos: 'フォロー中の人の写真はまだありません',
  noPhotosText: '写真が投稿されると、ここに並びます。ほかの人もフォローしてみませんか。',
  suggested: 'おすすめの人',
  suggestedFailed: 'おすすめの人を読み込めませんでした',
  suggestedNone: 'おすすめの人はまだいません',
  allFollowed: 'フォロー中をすべて見る',
} as const;

/** `title`: the tenant's word for a match. */
export const matchBest = {
  best: (daysAgo: 0 | 1, title: string, count: number) =>
    `${daysAgo === 0 ? 'きょう' : 'きのう'}の${title}の${count}枚`,
  all: (title: string) => `${title}の写真をすべて見る`,
} as const;
