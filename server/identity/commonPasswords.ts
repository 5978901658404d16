/** Passwords that a guesser tries first because many people have them (ACC-12c): the 49,000 most common of the world's leaks. */
import { isMadeOf, lettersOf, passwordLook } from '../../src/rules/password.ts';
import { isWalk } from './keyboardWalks.ts';

/** The most common of all, without their digits: no addition makes a password of them, nor another of them behind it. */
const FIRST = 1_000;

/** Read with the first password that is asked about: a server's start does without the 10 MB. */
async function readLists() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed: readonly string[] = dictionary['passwords-common'];
  const first = listed.slice(0, FIRST).map(lettersOf);
  return { common: new Set(listed), first: new Set(first.filter(({ length }) => length >= 3)) };
}
let lists: ReturnType<typeof readLists> | undefined;

const LEET: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};
const unleet = (text: string): string => text.replace(/[@4310!5$7]/g, (sign) => LEET[sign] ?? sign);
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');

/** Is it one of the common ones in any case and width, one with a digit or '!' added, or made of the most common of all? */
export async function isCommonPassword(password: string): Promise<boolean> {
  lists ??= readLists();
  const { common, first } = await lists;
  const plain = passwordLook(password);
  if (common.has(plain) || common.has(plain.replace(/[\d!]$/, ''))) return true;
  if (isWalk(plain)) return true;
  const core = withoutEnds(plain);
  return [lettersOf(core), lettersOf(unleet(core))].some((word) => isMadeOf(word, first));
}
