/** What a code is for. */
export type CodeKind = 'confirm' | 'reset' | 'email';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly code: string;
  readonly kind: CodeKind;
}

/** Delivers one mail; a rejection is answered as CodeDeliveryFailureException. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export const MAIL_SUBJECTS: Readonly<Record<CodeKind, string>> = {
  confirm: '会員登録の確認コード',
  reset: 'パスワード再設定の確認コード',
  email: 'メールアドレス変更の確認コード',
};
