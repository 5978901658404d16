/** The part of `survivors.ts` about what fans do with their account, and about tokens. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const WORDS = 'words beside the name of the refusal, which alone is read';
const LABEL = 'any other word does: what is derived only has to differ by purpose';

export const survivorsOfOwnAccount: readonly Survivor[] = [
  ...of('server/identity/mailChange.ts', [
    ["'An account with the email already exists.'", '""', WORDS],
    ["'A fresh sign-in is needed.'", '""', WORDS],
    ["'email: The value is not valid'", '""', WORDS],
    ["'The email is verified already.'", '""', WORDS],
  ]),
  ...of('server/identity/selfService.ts', [
    ["account.status === 'CONFIRMED'", 'true', 'all accounts are: a sign-up that waits is none yet'],
    ["'The avatar is not a picture of this account.'", '""', WORDS],
    ["'The name is reserved.'", '""', WORDS],
  ]),
  ...of('server/identity/userPool.ts', [
    ["'phantom accounts'", '""', LABEL],
    ["'known devices'", '""', LABEL],
    ["'codes'", '""', LABEL],
    ["'secret blocks'", '""', LABEL],
  ]),
  ...of('server/identity/verifyToken.ts', [
    ["['exp']", '[]', 'the claims that are read have it, or the token is refused as well'],
    ['oldest !== undefined', 'true', 'for the type checker: what holds more than none has an oldest'],
  ]),
];
