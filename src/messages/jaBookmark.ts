/** Said with the first bookmark of a fan on a device: where bookmarks are found. */
export const firstBookmark = 'コレクションに保存しました。マイページの「コレクション」で見られます。';
