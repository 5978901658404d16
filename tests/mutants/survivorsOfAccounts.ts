/** The part of `survivors.ts` about accounts, their sign-ins and what is kept of them. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const LABEL = 'tells this derived value from the others: any other word does';
const WORDS = 'words of Amazon’s beside the code, which alone is read';

export const survivorsOfAccounts: readonly Survivor[] = [
  ...of('server/identity/accountChecks.ts', [
    ["''", '"Stryker was here!"', 'no pool is called so either'],
    ['taken.length < limit', 'true', 'where all were taken, none of the others are asked for'],
    ['taken.length < limit', 'taken.length <= limit', 'where all were taken, none of the others are asked for'],
  ]),
  ...of('server/identity/accounts.ts', [
    ['async () => null', '() => undefined', 'whoever asks of an id gives sign-ups of their own: nobody calls it'],
    ['added !== undefined', 'false', 'its one caller then finds the account it has just added'],
    ["'salt'", '""', LABEL],
    ["'sub'", '""', LABEL],
    ["'name'", '""', LABEL],
    ["'verifier'", '""', LABEL],
  ]),
  ...of('server/identity/identityPool.ts', [
    ["'storage sessions'", '""', LABEL],
    ["'storage secrets'", '""', LABEL],
    ["'IdentityPool not found.'", '""', WORDS],
    ["'Logins do not match.'", '""', WORDS],
    ["'Unauthenticated access is not supported for this identity pool.'", '""', WORDS],
    ['session === null', 'false', 'a sign-in of no id is not among those that last either'],
    ["''", '"Stryker was here!"', 'a text that is parted has a first part; this text is no signature either', 2],
  ]),
  ...of('server/identity/keyboardWalks.ts', [
    ['at < rest.length', 'at <= rest.length', 'behind the end no walk begins'],
    ['length > longest', 'length >= longest', 'of two walks of one length either may go first'],
    ['at < row.length', 'at <= row.length', 'an empty piece of a walk adds nothing'],
  ]),
  ...of('server/identity/namedAvatar.ts', [
    ["''", '"Stryker was here!"', 'every avatar’s key has an owner; no picture is called so either', 2],
  ]),
  ...of('server/identity/removeExpired.ts', [['() => false', '() => undefined', 'neither stops it']]),
  ...of('server/identity/syncDeletedAccounts.ts', [
    [
      'isStopped?.()',
      'false',
      'asked again before each account leaves; too many that are gone are told of, stopped or not',
    ],
  ]),
  ...of('server/identity/userDirectory.ts', [
    ['isAdded', 'false', 'costs a question to the database, which finds the account just added'],
  ]),
];
