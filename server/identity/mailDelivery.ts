import { type CodeKind, MAIL_SUBJECTS, type Mailer } from './mailer.ts';
import { CognitoError } from './wire.ts';

/** Sends codes. */
export interface MailDelivery {
  /** Throws CodeDeliveryFailureException. For mails the caller asked for to an address of their own naming. */
  send(email: string, kind: CodeKind, code: string): Promise<void>;
  /**
   * Sends without waiting: neither the time of the answer nor a mail server that is down tells whether there was anybody to
   * send a mail to. A failure is told to the operator only.
   */
  sendLater(email: string, kind: CodeKind, code: string): void;
}

export function createMailDelivery(mailer: Mailer, onError: (error: unknown) => void): MailDelivery {
  const mail = (to: string, kind: CodeKind, code: string) =>
    mailer.send({ to, subject: MAIL_SUBJECTS[kind], code, kind });
  return {
    async send(email, kind, code) {
      try {
        await mail(email, kind, code);
      } catch (error) {
        onError(error);
        throw new CognitoError('CodeDeliveryFailureException', 'Unable to deliver the code.');
      }
    },
    sendLater(email, kind, code) {
      mail(email, kind, code).catch(onError);
    },
  };
}
