/** The list itself: 10 MB, to be imported with the first password that is asked about (`commonPasswords.ts`). */
import { dictionary } from '@zxcvbn-ts/language-common';
import { lettersOf } from '../../src/rules/password.ts';

const listed: readonly string[] = dictionary['passwords-common'];
/** Of the most common of all only the letters count: no addition makes a password of them, nor another of them behind it. */
const FIRST_COUNT = 1_000;

/** Lower case. */
export const COMMON: ReadonlySet<string> = new Set(listed);
export const FIRST: ReadonlySet<string> = new Set(
  listed
    .slice(0, FIRST_COUNT)
    .map(lettersOf)
    .filter(({ length }) => length >= 3),
);
