/** Apart from the other errors because the header shows it. */
export const storageStuck =
  'この端末の保存場所が応答しません。アプリやブラウザをいったん閉じて、開き直してください。端末に保存した写真は消えていません。';
