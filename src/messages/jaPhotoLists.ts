/** Sentences of lists of photos that most of them never say. Apart from `ja.ts`, which is in the first script. */
export const photoLists = {
  popular: '人気のことば',
  empty: 'まだ写真がありません',
  emptyText: '最初の一枚を投稿して、アルバムを始めましょう。',
  failed: '写真を読み込めませんでした',
  moreFailed: '続きを読み込めませんでした。',
  team: 'チーム',
  allTeams: 'すべてのチーム',
} as const;
