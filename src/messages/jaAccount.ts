/** Sentences of login, sign-up and the small modals. Apart from `ja.ts` because they are loaded when first opened. */

export const login = {
  title: 'ログイン',
  common: 'アカウントは全スポーツ・全クラブ共通です',
  commonHint: 'ほかのクラブやリーグで登録したメールアドレスとパスワードで、そのままログインできます。',
  email: 'メールアドレス',
  password: 'パスワード',
  submit: 'ログイン',
  signUp: '新規登録',
  forgot: 'パスワードを忘れた方',
  code: '確認コードの入力',
  activate: '確認コードを入力する',
  retryAs: (name: string) => `${name}さんのログインの有効期限が切れました。もう一度ログインしてください。`,
} as const;

export const logout = {
  title: 'ログアウト',
  text: 'ログアウトしますか？',
  waiting: (count: number) =>
    `送信待ちの写真が${count}枚あります。端末に残り、同じアカウントで次にログインしたときに送信します。`,
  action: 'ログアウトする',
} as const;

export const signUp = {
  title: 'アカウントの新規登録',
  lead: 'メールアドレスに確認コードが届きます。登録は1分ほどで終わります。',
  name: 'お名前',
  nameHint: '投稿には表示されません。',
  nameOptionalHint: '投稿には表示されません。空欄のときはニックネームを使います。',
  more: 'お名前・生まれた年・都道府県（任意）',
  nickname: 'ニックネーム',
  nicknameHint: '投稿した写真やコメントに表示されます。',
  email: 'メールアドレス',
  password: 'パスワード',
  passwordHint: '8文字以上。推測されやすいものは使えません。',
  birthYear: '生まれた年',
  prefecture: 'お住まいの都道府県',
  optionalHint: 'サービス改善のために使います。答えなくても登録できます。',
  noAnswer: '回答しない',
  year: (year: number) => `${year}年`,
  submit: '確認コードを送る',
  haveAccount: 'アカウントをお持ちの方',
  haveCode: '確認コードが届いている方',
  missing: (label: string) => `${label}を入力してください。`,
  badEmail: 'メールアドレスの形をご確認ください(例: name@example.jp)。',
  tooLong: (label: string, max: number) => `${label}は${max}文字以内で入力してください。`,
} as const;

export const prefectures = [
  '北海道',
  '青森県',
  '岩手県',
  '宮城県',
  '秋田県',
  '山形県',
  '福島県',
  '茨城県',
  '栃木県',
  '群馬県',
  '埼玉県',
  '千葉県',
  '東京都',
  '神奈川県',
  '新潟県',
  '富山県',
  '石川県',
  '福井県',
  '山梨県',
  '長野県',
  '岐阜県',
  '静岡県',
  '愛知県',
  '三重県',
  '滋賀県',
  '京都府',
  '大阪府',
  '兵庫県',
  '奈良県',
  '和歌山県',
  '鳥取県',
  '島根県',
  '岡山県',
  '広島県',
  '山口県',
  '徳島県',
  '香川県',
  '愛媛県',
  '高知県',
  '福岡県',
  '佐賀県',
  '長崎県',
  '熊本県',
  '大分県',
  '宮崎県',
  '鹿児島県',
  '沖縄県',
  '海外',
] as const;

export const activation = {
  title: '確認コードの入力',
  sentTo: (email: string) => `${email} に確認コードを送りました。メールに書かれた数字を入力してください。`,
  lead: '登録したメールアドレスと、メールに書かれた確認コードを入力してください。',
  agreeLead: (site: string) => `${site}の利用規約に同意すると、このままはじめられます。`,
  summary: '利用規約の要点を読む',
  email: 'メールアドレス',
  code: '確認コード',
  submit: '確認する',
  resend: 'コードを再送',
  resent: '確認コードを再送しました。メールをご確認ください。',
  asked: (email: string) => `${email} が登録の途中であれば、確認コードが届きます。メールをご確認ください。`,
  other: 'メールアドレスを入力し直す',
  problem: '届かないとき',
  done: 'アカウントが有効になりました',
  /** A code of one of several sign-ups, entered in another browser, brings no password along (SAF-13c). */
  doneText:
    '登録したメールアドレスとパスワードでログインしてください。ログインできないときは、「パスワードを忘れた方」から新しいパスワードを設定できます。',
  login: 'ログインする',
} as const;

export const codeProblem = {
  title: '確認コードが届かないとき',
  items: [
    '迷惑メールのフォルダに入っていないか、ご確認ください。',
    '携帯電話会社のメールをお使いの方は、受信拒否の設定をご確認ください。',
    '届くまでに数分かかることがあります。',
  ],
  /** What else it may be, by what the code is for. */
  wrong: {
    'sign-up': [
      'メールアドレスに誤りがないか、ご確認ください。誤っていたときは、もう一度新規登録してください。',
      'すでに有効になっているアカウントには届きません。ログインをお試しください。',
    ],
    password: ['メールアドレスに誤りがないか、ご確認ください。登録されていないメールアドレスには届きません。'],
    mail: ['メールアドレスに誤りがないか、ご確認ください。誤っていたときは、「別のアドレスにする」を押してください。'],
  },
  contact: 'それでも届かないときは、お問い合わせください。',
} as const;

export const rules = {
  title: '利用規約への同意',
  lead: (site: string) => `${site}で写真の投稿やリアクションをするには、利用規約への同意が必要です。`,
  once: 'アカウントは共通ですが、同意はクラブやリーグごとにお願いしています。',
  summary: (party: string, site: string) => [
    {
      title: '投稿できる写真',
      text: '自分で撮影し、写っている人や会場のルールに反しない写真だけを投稿できます。ほかの人が撮った写真、画面の撮影、撮影が禁止された場所の写真は投稿できません。',
    },
    {
      title: '写真の権利',
      text: `投稿した写真の著作権は、投稿した方に残ります。${site}の中で写真を公開・紹介することに同意したものとします。`,
    },
    {
      title: `${party}による写真の利用`,
      text: `${party}が広報などで写真を使ってよいかは、投稿のたびに選べます。承諾しない写真が使われることはありません。`,
    },
    {
      title: '写っている人への配慮',
      text: 'ほかのお客様の顔が大きく写った写真は、ご本人の了解を得てから投稿してください。写真の位置情報は、送信する前に端末で取り除きます。',
    },
    {
      title: 'してはいけないこと',
      text: '誹謗中傷、差別的な表現、宣伝、なりすまし、個人情報の掲載はできません。見つけたときは、予告なく削除することがあります。',
    },
    {
      title: '削除と退会',
      text: '自分の投稿はいつでも削除できます。削除すると、その投稿で得た応援ポイントも取り消されます。退会すると、投稿した写真は公開されなくなります。',
    },
  ],
  terms: '利用規約の全文(PDF)',
  privacy: 'プライバシーポリシー(PDF)',
  agree: '利用規約とプライバシーポリシーに同意します',
  submit: '同意してはじめる',
  later: 'あとで',
  needLogin: '同意するには、まずログインしてください。',
} as const;

export const permission = {
  title: '写真利用の承諾',
  lead: (party: string) => `あなたが投稿した写真を、${party}が広報などで使ってもよいですか？`,
  points: (party: string) => [
    `承諾すると、${party}がホームページ・SNS・会場の映像などで写真を紹介できるようになります。`,
    '著作権はあなたに残ります。ニックネームが写真に添えられることがあります。',
    '承諾はマイページからいつでも変更できます。投稿のたびに写真ごとに選ぶこともできます。',
  ],
  accept: '承諾する',
  checkbox: (party: string) => `${party}が写真を利用することを承諾する`,
  earlierPosts: 'これまでに投稿した写真の承諾も取り消す',
  register: '登録する',
  changed: '写真利用の承諾設定を変更しました。',
} as const;

export const company = {
  title: '運営会社',
  rows: [
    ['サービス名', '推しコレ フォトコミュニティ'],
    ['運営', '推しコレ運営事務局'],
    ['事業内容', 'スポーツ・ライブのファンが撮影した写真の共有サービスの企画・運営'],
    ['お問い合わせ', 'support@oshicolle.example'],
  ],
} as const;

export const contact = {
  title: 'お問い合わせ',
  email: 'support@oshicolle.example',
} as const;
