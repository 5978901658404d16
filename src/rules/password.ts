import { tenants } from '../../tenants/index.ts';
import { CONTACT_MAX, PASSWORD } from '../contract/limits.ts';

/** 'edge': a space at either end. 'guessable': among the first that anybody would try. */
export type PasswordProblem = 'short' | 'long' | 'edge' | 'guessable';

/** What most of the world's most used passwords are made of, here too. Lower case, letters only. */
const COMMON = new Set(
  `password passwort passwd passcode login admin administrator root user guest test tester testing demo sample
  secret private welcome hello letmein changeme default temp temporary access master superman batman spiderman pokemon
  qwerty qwertz azerty iloveyou loveyou love lovely loveme forever friend friends family mother father sister brother
  princess prince angel angels baby babygirl honey sweet sugar sunshine moonlight flower butterfly rainbow
  football soccer baseball basketball hockey tennis golf rugby volleyball swimming running sports team goal winner
  champion dragon monkey tiger lion eagle shadow ninja samurai killer hunter ranger warrior legend
  michael michelle jordan ashley jessica daniel jennifer joshua andrew thomas charlie robert matthew nicole
  summer winter spring autumn january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday computer internet google yahoo facebook twitter instagram
  tiktok youtube amazon apple android iphone samsung sony nintendo playstation minecraft windows microsoft
  starwars matrix trustno cheese chocolate cookie coffee banana orange cherry pepper ginger silver golden diamond
  purple yellow black white blue green freedom whatever nothing something computerlove photo camera picture gallery
  japan japanese nihon nippon tokyo osaka kyoto nagoya fukuoka yokohama chiba saitama
  sakura hanako taro tarou yamada suzuki tanaka sato satou watanabe takahashi nakamura kobayashi
  arigato arigatou konnichiwa ohayo sayonara daisuki aishiteru kawaii tomodachi kazoku himitsu pasuwado anshin
  naruto onepiece doraemon pikachu gundam totoro ganbare ganbatte shiawase egao yume hikari sora umi hoshi neko inu
  yakyu sakka jleague oshi oshicolle oshikore oshikatsu fan fans fanphoto supporter ouen`.split(/\s+/),
);
const KEYBOARD = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  '!"#$%&()',
  '!@#$%^&*()',
];
/** Prefix tree over every piece of a walk, in both directions: the longest walk at a place is found by following its characters. */
interface WalkNode {
  readonly next: Map<string, WalkNode>;
}
const WALKS: WalkNode = { next: new Map() };
for (const row of KEYBOARD.flatMap((line) => [line, [...line].reverse().join('')]))
  for (let at = 0; at < row.length; at += 1) {
    let node = WALKS;
    for (const character of row.slice(at)) {
      const next = node.next.get(character) ?? { next: new Map() };
      node.next.set(character, next);
      node = next;
    }
  }
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

/**
 * What is wrong with a new password, or null. Any characters will do: length counts, and that it is not one of the first guesses.
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
  if (/^[\d\s/.+-]+$/.test(plain) || new Set(plain).size < 4 || isRepeated(plain) || isWalk(plain)) return true;
  const core = plain.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  const known = new Set([...COMMON, ...tenants.map(({ id }) => lettersOf(id)), ...own.flatMap(ownWords)]);
  return [lettersOf(core), lettersOf(unleet(core))].some((word) => isMadeOf(word, known));
}

/** The same few characters again and again: 'abcabcabc', 'lalalala1'. */
const isRepeated = (text: string): boolean => /^(.{1,5}?)\1{2,}.?$/u.test(text) || /^(.{4,})\1$/u.test(text);

/** Hardly more than a walk over the keyboard or the alphabet: again and again the longest piece of one is taken out. */
function isWalk(text: string): boolean {
  let rest = text;
  for (;;) {
    let from = 0;
    let longest = 0;
    for (let at = 0; at < rest.length; at += 1) {
      const length = walkAt(rest, at);
      if (length > longest) [from, longest] = [at, length];
    }
    if (longest < 4) return rest.length <= 2;
    rest = rest.slice(0, from) + rest.slice(from + longest);
  }
}

/** Length of the longest walk that begins there. */
function walkAt(text: string, at: number): number {
  let length = 0;
  for (let node = WALKS.next.get(text.charAt(at)); node; node = node.next.get(text.charAt(at + length))) length += 1;
  return length;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');
const unleet = (text: string): string => [...text].map((character) => LEET[character] ?? character).join('');

/** One known word, or two. Short ones are no word of an account: they are in everything. */
function isMadeOf(word: string, known: ReadonlySet<string>): boolean {
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
