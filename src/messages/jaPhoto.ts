/** Sentences of the photo detail. Apart from `ja.ts` because they are loaded when a photo is first opened. */

export const photoDetail = {
  failed: '写真詳細の取得に失敗しました。',
  gone: '写真が見つかりません。削除された可能性があります。',
  /** To the author of a photo that is public before its original. */
  originals: {
    sending: (percent: number) => `公開中です。フル画質を送信しています（${percent}%）`,
    waiting: '公開中です。フル画質は、この端末から自動で送信します。',
    held: '公開中です。フル画質の送信は止まっています。「送信待ち」から送信できます。',
    refused: '公開中です。フル画質は送信できませんでした。「送信待ち」から端末に保存できます。',
    sent: '公開中です。フル画質は、まだサーバーに届いていません。',
    elsewhere: '公開中です。フル画質は、まだサーバーに届いていません。',
  },
  like: 'いいね',
  likeCount: (total: number) => `いいね ${total}件`,
  reactionFailed: 'リアクション操作でエラーが発生しました。画面を更新してください。',
  share: '共有',
  shareSheet: 'アプリを選んで共有',
  sheetFailed: '共有先の一覧を開けませんでした。「共有」から、ほかの方法を選べます。',
  shareCard: 'カードで共有',
  shareBy: { x: 'Xで共有', line: 'LINEで共有', facebook: 'Facebookで共有' },
  faces: '写っている人を表示',
  related: 'この企画のほかの写真',
  relatedFailed: '関連写真の取得に失敗しました。',
  enlarged: (percent: number) => `${percent}%に拡大`,
  keys: '左右の矢印キーで前後の写真、＋と－で拡大と縮小',
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
} as const;

export const photoMarks = {
  likedBy: 'いいねした人',
  bookmark: (count: number) => (count > 0 ? `ブックマーク ${count}件` : 'ブックマーク'),
  bookmarkFailed: 'ブックマーク操作でエラーが発生しました。画面を更新してください。',
} as const;
