/** Sentences of the photo detail. Apart from `ja.ts` because they are loaded when a photo is first opened. */

export const photoDetail = {
  failed: '写真詳細の取得に失敗しました。',
  gone: '写真が見つかりません。削除された可能性があります。',
  like: 'いいね',
  reactionFailed: 'リアクション操作でエラーが発生しました。画面を更新してください。',
  share: '共有',
  edit: '編集する',
  copyUrl: 'URLをコピー',
  copied: '短縮URLをクリップボードにコピーしました。',
  copyFailed: 'URLをコピーできませんでした。',
  postedAt: '投稿日時',
  takenWith: '撮影機材',
  event: '企画',
  tags: 'ハッシュタグ',
  previous: '前の写真',
  next: '次の写真',
  info: '写真の情報',
  now: 'たった今',
  minutes: (count: number) => `${count}分前`,
  hours: (count: number) => `${count}時間前`,
  days: (count: number) => `${count}日前`,
} as const;
