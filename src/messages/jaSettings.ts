/** Sentences of the settings, the forgotten password and leaving. Apart from `ja.ts` because each comes with its page. */
import { formatCount } from '../rules/formatCount.ts';

export const settings = {
  title: '設定',
  tabs: { profile: 'プロフィール', mail: 'メール', notification: 'お知らせ', account: 'アカウント' },
  tabsLabel: '設定の種類',
  needLogin: 'この画面を見るには、もう一度ログインしてください',
  login: 'ログイン',
  loadFailed: '設定を読み込めませんでした',
  save: '保存する',
  saved: '保存しました。',
} as const;

export const profile = {
  avatar: 'アイコン画像',
  avatarHint: '投稿やコメントのとなりに表示されます。',
  choose: '画像を選ぶ',
  change: '画像を変更',
  removeAvatar: '画像を外す',
  avatarSaved: 'アイコン画像を変更しました。',
  avatarRemoved: 'アイコン画像を外しました。',
  notPicture: '画像を読み込めませんでした。JPEG・PNG・WebPの画像を選んでください。',
  tooLarge: 'この画像は大きすぎます。別の画像を選んでください。',
  names: '名前とニックネーム',
  permission: '写真利用の承諾',
  permissionState: {
    yes: (party: string) => `${party}による写真の利用を承諾しています。`,
    no: (party: string) => `${party}による写真の利用を承諾していません。`,
    unknown: (party: string) => `${party}が写真を使ってよいか、まだ選んでいません。`,
  },
  changePermission: '承諾を変更',
  consents: {
    title: 'これまでの記録',
    failed: '記録を読み込めませんでした。',
    none: 'まだ記録はありません。',
    form: (isGiven: boolean, photos: number) =>
      `投稿フォームで写真${photos}枚を${isGiven ? '承諾' : '承諾しない設定に変更'}`,
    settings: (isGiven: boolean) => (isGiven ? '承諾' : '承諾を取り消し'),
    earlier: (photos: number) => `承諾を取り消し（投稿済みの写真${photos}枚も対象）`,
  },
} as const;

export const crop = {
  title: 'アイコン画像の切り抜き',
  lead: '丸の中がアイコンになります。丸を動かすか、四隅をドラッグして大きさを変えてください。',
  area: '切り抜く範囲。矢印キーで動かせます',
  handles: {
    topLeft: '左上の角',
    top: '上の辺',
    topRight: '右上の角',
    right: '右の辺',
    bottomRight: '右下の角',
    bottom: '下の辺',
    bottomLeft: '左下の角',
    left: '左の辺',
  },
  use: 'この範囲にする',
} as const;

export const mail = {
  current: '現在のメールアドレス',
  title: 'メールアドレスの変更',
  lead: '新しいメールアドレスに確認コードを送ります。コードを入力すると、ログインにも新しいアドレスを使います。',
  wanted: '新しいメールアドレス',
  password: 'ログインのパスワード',
  passwordHint: 'ご本人であることを確かめます。',
  wrong: 'パスワードが正しくありません。',
  send: '確認コードを送る',
  sentTo: (email: string) =>
    `${email} に確認コードを送りました。メールに書かれた数字を入力してください。それまでは、今のアドレスのままです。`,
  code: '確認コード',
  confirm: 'メールアドレスを変更する',
  resend: 'コードを再送',
  resent: '確認コードを再送しました。メールをご確認ください。',
  problem: '届かないとき',
  other: '別のアドレスにする',
  same: '今のメールアドレスと同じです。',
  changed: 'メールアドレスを変更しました。',
} as const;

export const password = {
  title: 'パスワードの変更',
  lead: '変更すると、ほかの端末ではログアウトされます。',
  previous: '現在のパスワード',
  wrong: '現在のパスワードが正しくありません。',
  proposed: '新しいパスワード',
  hint: '8文字以上。推測されやすいものは使えません。',
  same: '今と違うパスワードを入力してください。',
  missing: '現在のパスワードを入力してください。',
  submit: 'パスワードを変更する',
  changed: 'パスワードを変更しました。',
} as const;

export const notification = {
  title: 'お知らせの種類',
  lead: 'ほかの人からの反応のうち、お知らせに届けるものを選べます。運営からのお知らせはいつも届きます。',
  kinds: {
    reaction: ['いいね', '自分の写真に「いいね」がついたとき'],
    post: ['フォロー中の人の投稿', 'フォローしている人が写真を投稿したとき'],
    comment: ['コメント', '自分の写真にコメントがついたとき'],
    reply: ['返信', '自分のコメントに返信がついたとき'],
    follow: ['フォロー', '新しくフォローされたとき'],
    player: ['推しの新しい写真', '推しが写った写真が届いたとき、通知だけでお知らせ（企画ごとに1時間に1回まで）'],
    match: [
      '公式の企画のはじまり',
      '公式の企画がはじまったとき、通知だけでお知らせ。通知を押すと、その企画に投稿できます',
    ],
    memory: ['思い出の写真', '前の年までの同じ日に投稿した写真があるとき、朝10時に1日1回まで'],
  },
  failed: '設定を変更できませんでした。',
} as const;

export const push = {
  title: 'この端末への通知',
  lead: 'アプリを閉じていても、お知らせが届いたときに、この端末でお知らせします。',
  label: '通知を受け取る',
  hint: '下で選んだお知らせのほか、運営からのお知らせと、ブックマークした企画がはじまったときに届きます。22時から朝8時までにはじまった企画は、朝8時にお知らせします。',
  on: 'この端末に通知を届けます。',
  off: 'この端末への通知を止めました。',
  denied: 'この端末では通知が許可されていません。端末またはブラウザの設定で、このサイトの通知を許可してください。',
  lost: '通知が、この端末に届かなくなっています。ブラウザか端末が通知の登録を取り消したためです。「通知を受け取る」をもう一度オンにすると、また届きます。',
  install:
    'iPhone・iPadでは、ホーム画面に追加すると通知を受け取れます。Safariの共有ボタンから「ホーム画面に追加」を選び、追加したアプリで設定してください。',
  unsupported: 'お使いのブラウザは、通知に対応していません。',
  offline: '電波がないため、いまは変更できません。',
  failed: '通知の設定を変更できませんでした。',
} as const;

export const sessions = {
  title: 'ログイン中の端末',
  current: 'この端末',
  signedIn: (time: string) => `${time} にログイン`,
  unknown: '端末の種類は不明です',
  device: (browser: string, system: string) => `${browser}（${system}）`,
  end: 'ログアウトさせる',
  endOf: (device: string) => `${device} をログアウトさせる`,
  ended: '選んだ端末をログアウトさせました。',
  everywhere: 'すべての端末からログアウト',
  everywhereAsk:
    'この端末を含む、すべての端末からログアウトしますか？ 送信待ちの写真は端末に残り、次にログインしたときに送信します。',
  everywhereDone: 'すべての端末からログアウトしました。',
  everywhereAction: 'すべてログアウトする',
  failed: '端末の一覧を読み込めませんでした。',
} as const;

export const stored = {
  title: '端末に保存したもの',
  lead: '一度見た写真やページは、電波がなくても開けるように端末に保存しています。',
  usage: (bytes: number) =>
    bytes < 1_000_000 ? '使っている容量: 1MB未満' : `使っている容量: 約${formatCount(Math.round(bytes / 1_000_000))}MB`,
  pictures: (count: number) => `保存した写真: ${formatCount(count)}枚`,
  waiting: (count: number) => `送信待ちの写真: ${count}枚（消しません）`,
  clear: '保存した写真とページを消す',
  cleared: '端末に保存した写真とページを消しました。',
  failed: '消せませんでした。もう一度お試しください。',
} as const;

export const exporting = {
  title: '自分のデータを書き出す',
  lead: '投稿した写真と、プロフィール・投稿・コメントなどの記録(JSON)を、ひとつのZIPファイルにまとめて保存します。',
  start: '書き出す',
  busy: (done: number, all: number) => `まとめています… ${done} / ${all}枚`,
  preparing: '準備しています…',
  done: (count: number) => `書き出しました。写真${count}枚と記録をまとめたZIPファイルを保存してください。`,
  previews: (count: number) =>
    `写真${count}枚は、フル画質のデータがまだ届いていないため、プレビュー画質で入っています。`,
  missing: (count: number) => `写真${count}枚は取得できませんでした。時間をおいて、もう一度お試しください。`,
  save: 'ZIPファイルを保存',
  stop: '中止する',
  fileName: (date: string) => `推しコレ-${date}.zip`,
} as const;

export const leaveEntry = {
  title: '退会',
  lead: 'アカウントと、投稿した写真をすべて削除します。',
  action: '退会の手続きへ',
} as const;

export const mutes = {
  title: '表示しないユーザー',
  lead: 'ここにいる人の写真とコメントは、あなたの画面に表示されません。',
  empty: '表示しないユーザーはいません。',
  undo: '表示する',
  undoOf: (name: string) => `${name}さんの写真とコメントを表示する`,
  undone: (name: string) => `${name}さんの写真とコメントを表示します。`,
  left: '退会したユーザー',
  failed: '一覧を読み込めませんでした。',
} as const;

export const blocks = {
  title: 'ブロックしたユーザー',
  lead: 'お互いの写真・コメント・フォロー・お知らせが表示されません。ブロックしたことは相手に伝わりません。',
  empty: 'ブロックしたユーザーはいません。',
  undo: '解除する',
  undoOf: (name: string) => `${name}さんのブロックを解除する`,
  undone: (name: string) => `${name}さんのブロックを解除しました。`,
  left: '退会したユーザー',
  failed: '一覧を読み込めませんでした。',
} as const;

export const forgot = {
  title: 'パスワードの再設定',
  lead: '登録したメールアドレスに確認コードを送ります。コードと新しいパスワードを入力すると、再設定できます。',
  email: 'メールアドレス',
  send: '確認コードを送る',
  sentTo: (email: string) =>
    `${email} が登録されていれば、確認コードが届きます。メールに書かれた数字と、新しいパスワードを入力してください。`,
  code: '確認コード',
  password: '新しいパスワード',
  hint: '8文字以上。推測されやすいものは使えません。',
  submit: 'パスワードを再設定する',
  resend: 'コードを再送',
  resent: '登録されていれば、確認コードがもう一度届きます。メールをご確認ください。',
  problem: '届かないとき',
  other: 'メールアドレスを入力し直す',
  done: 'パスワードを再設定しました',
  doneText: '新しいパスワードでログインしてください。ほかの端末ではログアウトされます。',
  login: 'ログインする',
} as const;

export const leaving = {
  title: '退会',
  lead: (name: string) => `${name}さんのアカウントを削除します。削除すると元に戻せません。`,
  common: 'アカウントは全スポーツ・全クラブ共通です。退会すると、参加しているすべてのサイトから退会します。',
  what: '退会すると',
  points: [
    '投稿した写真はすべて削除され、応援ポイントも取り消されます。',
    'コメントの内容は消え、名前は「退会したユーザーです」と表示されます。',
    'リアクション、ブックマーク、フォローはすべて取り消されます。',
    '作成した企画は、ほかの人の写真を残すため、作成者の名前を消して残ります。',
    '同じメールアドレスで、いつでも新しく登録できます。',
  ],
  sites: '参加しているサイト',
  waiting: (count: number) =>
    `送信待ちの写真が${count}枚あります。退会すると送信されません。必要な写真は、先に端末へ保存してください。`,
  exportLead: '写真や記録を手元に残したい方は、先に書き出してください。',
  agree: '上の内容を確認し、退会することに同意します',
  submit: '退会する',
  cancel: '退会しない',
  ask: '本当に退会しますか？ 写真とアカウントは元に戻せません。',
  done: '退会の手続きが完了しました。ご利用ありがとうございました。',
} as const;
