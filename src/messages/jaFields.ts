/** Words beside the fields of forms. Apart from `ja.ts` because they come with the first form. */
export const fields = {
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを隠す',
  required: '必須',
  optional: '任意',
  counter: (now: number, max: number) => `${now} / ${max}文字`,
} as const;
