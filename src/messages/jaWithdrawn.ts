/** What the author of a photo is told that the server could not decode. Sent as a notice of the operator. */
export const withdrawnPhoto = {
  title: '写真を1枚、非公開にしました',
  body: '投稿された写真のデータを正しく読み取れなかったため、非公開にしました。お手数をおかけしますが、もとの写真からもう一度投稿してください。',
} as const;
