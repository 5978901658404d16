/** Sentences of the contact form. Apart from `ja.ts` because they come with its modal. */

export const contactForm = {
  lead: 'ご質問・ご要望・不具合のご連絡をお送りください。いただいたメールアドレスにお返事します。',
  topic: 'お問い合わせの種類',
  topics: {
    usage: '使い方について',
    trouble: '不具合・エラーについて',
    photo: '写真・コメントについて',
    request: 'ご意見・ご要望',
    other: 'その他',
  },
  name: 'お名前・ニックネーム',
  email: 'お返事を受け取るメールアドレス',
  message: 'お問い合わせの内容',
  messageHint: '困っている画面と、したことを書いていただくと、早くお答えできます。',
  missing: 'お問い合わせの内容を入力してください。',
  privacy: 'お使いのブラウザの種類も一緒に送ります。',
  submit: '送信する',
  offline: '電波がないため、いまは送信できません。書いた内容は残ります。つながったら送信してください。',
  kept: '書いた内容は残っています。',
  sent: 'お問い合わせを送信しました。お返事まで、しばらくお待ちください。',
  aboutPhoto: '開いている写真を運営に報告します。どの写真かも一緒に送ります。投稿した人には伝わりません。',
  photoLine: (key: string) => `写真: ${key}`,
  byMail: 'メールでのお問い合わせ',
} as const;
