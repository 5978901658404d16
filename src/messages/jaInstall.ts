/** Sentences of the instructions for the home screen of iPhones and iPads. Apart, because they come with their dialog. */

export const install = {
  title: 'ホーム画面に追加',
  lead: (site: string) => `${site}を、アプリのようにワンタップで開けます。`,
  share: {
    title: '「共有」を押す',
    text: '画面の下か右上にあります。見つからないときは「…」の中を見てください。',
  },
  add: {
    title: '「ホーム画面に追加」を選ぶ',
    text: '見つからないときは、下へスクロールするか「もっと見る」を押してください。',
  },
  confirm: { title: '「追加」を押す', text: 'ホーム画面にアイコンができます。' },
  openSafari: {
    title: 'Safariで開く',
    text: 'このアプリの中の画面からは追加できません。メニューの「Safariで開く」や「ブラウザで開く」を押してください。',
  },
  loginAgain: '追加したアプリでは、はじめに一度ログインしてください。',
  /** An app on the home screen starts with empty storage (T11). */
  waitingTitle: (photos: number) => `送信待ちの写真が${photos}枚あります`,
  othersTitle: '別のアカウントの投稿が待っています',
  waitingText: '追加したアプリには移りません。送信が終わると、ここに手順が出ます。',
  seeOutbox: '送信待ちを見る',
  anyway: '待たずに手順を見る',
  close: '閉じる',
} as const;
