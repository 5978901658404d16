/** What a code is for. */
export type CodeKind = 'confirm' | 'reset' | 'email';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly code: string;
  readonly kind: CodeKind | 'claim';
}

/** Delivers one mail; a rejection is answered as CodeDeliveryFailureException. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export const MAIL_SUBJECTS: Readonly<Record<Mail['kind'], string>> = {
  confirm: '会員登録の確認コード',
  reset: 'パスワード再設定の確認コード',
  email: 'メールアドレス変更の確認コード',
  claim: '写真についての申し出の確認コード',
};

/** Sends the codes that confirm the mail address of a takedown request. */
export const claimCodes =
  (mailer: Mailer) =>
  (to: string, code: string): Promise<void> =>
    mailer.send({ to, subject: MAIL_SUBJECTS.claim, code, kind: 'claim' });
