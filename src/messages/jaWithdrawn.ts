/** What the author of a photo is told that the server could not decode. Sent as notices of the operator. */
export const withdrawnPhoto = {
  title: '写真を1枚、非公開にしました',
  body: '投稿された写真のデータを正しく読み取れなかったため、非公開にしました。お手数をおかけしますが、もとの写真からもう一度投稿してください。',
} as const;
/** The same of an original that came later than its photo. */
export const refusedOriginal = {
  title: '写真1枚のフル画質を保存できませんでした',
  body: 'あとから届いたフル画質のデータを正しく読み取れなかったため、削除しました。写真は、ひとまわり小さい画質のまま公開されています。',
} as const;
