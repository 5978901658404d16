/** Sentences of a login that was ended elsewhere. Apart from the account's others because the header shows them. */

export const expired = {
  text: (name: string) => `${name}さんのログインが、ほかの端末などで終了しました。`,
  waiting: (count: number) => `送信待ちの写真${count}枚は端末に残っています。もう一度ログインすると送信します。`,
  read: 'このまま写真を見ることはできます。',
  login: 'ログイン',
} as const;
