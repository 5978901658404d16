/** Apart from the other errors because the header shows it. */
export const storageStuck =
  'この端末の保存場所が応答しません。アプリやブラウザをいったん閉じて、開き直してください。端末に保存した写真は消えていません。';
/** Whether a post that was on its way has arrived, this device does not know any more. */
export const photosLost = (count: number): string =>
  `送信待ちだった${count}枚がこの端末から消えました。ブラウザが保存データを削除したためです。ログインして自分の投稿を確かめ、なければもう一度投稿してください。`;
export const closeLost = '閉じる';
