import { isWithin } from '../../contract/characters.ts';
import { isEmailAddress } from '../../contract/emailAddress.ts';
import { NAME_MAX } from '../../contract/limits.ts';
import { signUp } from '../../messages/jaAccount.ts';
import { identityErrors } from '../../messages/jaErrors.ts';
import type { SignUpForm } from '../../platform/identity/identity.ts';
import { plainEmail } from '../../rules/emailAddress.ts';
import { passwordProblem } from '../../rules/password.ts';

export type SignUpErrors = Partial<Record<'name' | 'nickname' | 'email' | 'password', string>>;
/** The four attributes of §3. */
export type Attributes = Pick<SignUpForm, 'name' | 'nickname' | 'extended1' | 'extended2'>;

/** The rule of our own provider; whichever there is has the last word (§5). `own`: address and names, where they are known. */
export const passwordError = (password: string, own: readonly string[] = []): string | undefined =>
  passwordProblem(password, own) === null ? undefined : identityErrors.InvalidPasswordException;

export function emailError(email: string): string | undefined {
  const plain = plainEmail(email);
  if (plain === '') return signUp.missing(signUp.email);
  return isEmailAddress(plain) ? undefined : signUp.badEmail;
}

type Names = Pick<Attributes, 'name' | 'nickname'>;

/** The names as they are sent: who gives none but the nickname has it for both (FAN-07b). */
export function namesOf(form: Names): Names {
  const nickname = form.nickname.trim();
  return { name: form.name.trim() || nickname, nickname };
}

/** Problems of the names; empty: none. */
export function checkNames(form: Names): SignUpErrors {
  const errors: SignUpErrors = {};
  for (const field of ['name', 'nickname'] as const) {
    if (form[field].trim() === '') errors[field] = signUp.missing(signUp[field]);
    else if (!isWithin(form[field].trim(), NAME_MAX)) errors[field] = signUp.tooLong(signUp[field], NAME_MAX);
  }
  return errors;
}

/** First problem of each field, worded; empty: ready to be sent (ACC-04). */
export function checkSignUp(form: SignUpForm): SignUpErrors {
  const [email, password] = [
    emailError(form.email),
    passwordError(form.password, [plainEmail(form.email), form.name, form.nickname]),
  ];
  const { name: problem, ...names } = checkNames(form);
  return {
    ...names,
    ...(form.name.trim() !== '' && problem && { name: problem }),
    ...(email && { email }),
    ...(password && { password }),
  };
}

/** Years to choose from, newest first; nobody under 13 can have an account. */
export const birthYears = (thisYear: number): number[] =>
  Array.from({ length: 90 }, (_, index) => thisYear - 13 - index);
