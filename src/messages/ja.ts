/** Every Japanese sentence of the client, once. One exported object an area; the spec's words verbatim. */

export const ui = {
  close: '閉じる',
  cancel: 'キャンセル',
  back: '戻る',
  loading: '読み込み中',
  retry: 'もう一度試す',
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
  required: '必須',
  optional: '任意',
  counter: (now: number, max: number) => `${now} / ${max}文字`,
  home: 'ホーム',
  noImage: '画像がありません',
  previous: '前へ',
  next: '次へ',
  remove: '削除',
} as const;
