import { tenants } from '../../tenants/index.ts';
import { CONTACT_MAX, PASSWORD } from '../contract/limits.ts';

/** 'edge': a space at either end. 'guessable': among the first that anybody would try. */
export type PasswordProblem = 'short' | 'long' | 'edge' | 'guessable';

/** Words of this service and of Japanese that lists of leaked passwords, most of them English, hardly have. Letters only. */
const OWN_WORDS = new Set(
  `japan japanese nihon nippon tokyo osaka kyoto nagoya fukuoka yokohama chiba saitama
  sakura hanako taro tarou yamada suzuki tanaka sato satou watanabe takahashi nakamura kobayashi
  arigato arigatou konnichiwa ohayo sayonara daisuki aishiteru kawaii tomodachi kazoku himitsu pasuwado anshin
  naruto onepiece doraemon pikachu gundam totoro ganbare ganbatte shiawase egao yume hikari sora umi hoshi neko inu
  yakyu sakka jleague oshi oshicolle oshikore oshikatsu fan fans fanphoto supporter ouen`.split(/\s+/),
);

/**
 * What is wrong with a new password, or null. Any characters will do: length counts, and that it is not one of the first guesses.
 * What is common in the world's leaks the server knows besides (`isCommonPassword`): its list is too long for a page.
 * `own`: address and names of the account, which are no secret either.
 */
export function passwordProblem(password: string, own: readonly string[] = []): PasswordProblem | null {
  if (password.length < PASSWORD.min) return 'short';
  // One sign can become 18 by normalisation: what the rules below look at is bounded as well.
  if (password.length > PASSWORD.max || passwordLook(password).length > PASSWORD.max) return 'long';
  if (password.trim() !== password) return 'edge';
  return isGuessable(password, own) ? 'guessable' : null;
}

/** What a guesser takes for one password: width and case are tried first. */
export const passwordLook = (password: string): string => password.normalize('NFKC').toLowerCase();

function isGuessable(password: string, own: readonly string[]): boolean {
  const plain = passwordLook(password);
  // Dates, telephone numbers, counting: a machine is through with them in no time.
  if (/^[\d\s/.+-]+$/.test(plain) || new Set(plain).size < 4 || isRepeated(plain)) return true;
  const known = new Set([...OWN_WORDS, ...tenants.map(({ id }) => lettersOf(id)), ...own.flatMap(ownWords)]);
  return isMadeOf(lettersOf(plain), known);
}

/** The same few characters again and again: 'abcabcabc', 'lalalala1'. */
const isRepeated = (text: string): boolean => /^(.{1,5}?)\1{2,}.?$/u.test(text) || /^(.{4,})\1$/u.test(text);

/** Letters alone: what stands among them changes no guess. */
export const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** One known word, or two. Short ones are no word of an account: they are in everything. */
export function isMadeOf(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word)) return true;
  for (let at = 3; at <= word.length - 3; at += 1)
    if (known.has(word.slice(0, at)) && known.has(word.slice(at))) return true;
  return false;
}

function ownWords(text: string): string[] {
  // An address is the longest of them.
  const plain = passwordLook(text.slice(0, CONTACT_MAX.email)).slice(0, CONTACT_MAX.email);
  return [plain, plain.split('@')[0] ?? '', ...plain.split(/[^\p{L}]+/u)]
    .map(lettersOf)
    .filter((word) => word.length >= 3);
}
