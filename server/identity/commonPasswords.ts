/** Passwords that a guesser tries first because many people have them (ACC-12c): the 49,000 most common of the world's leaks. */
import { isMadeOf, lettersOf, passwordLook } from '../../src/rules/password.ts';
import { isWalk } from './keyboardWalks.ts';

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
  const { COMMON, FIRST } = await import('./commonPasswordList.ts');
  const plain = passwordLook(password);
  if (COMMON.has(plain) || COMMON.has(plain.replace(/[\d!]$/, ''))) return true;
  if (isWalk(plain)) return true;
  const core = withoutEnds(plain);
  return [lettersOf(core), lettersOf(unleet(core))].some((word) => isMadeOf(word, FIRST));
}
