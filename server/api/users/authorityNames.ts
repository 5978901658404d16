/** Names that say their bearer speaks for a club (SAF-14d): the tenants' own names, and words such as 公式 or staff. */
import { tenants } from '../../../tenants/index.ts';
import { nameShape } from './nameShape.ts';

const bare = (name: string): string => nameShape(name, true);

/** A tenant's names, each as a whole: フロンターレ大好き is free. */
export const OWN_NAMES = tenants.flatMap(({ id, name, shortName, creditLabel }) =>
  [name, shortName, creditLabel].map((own) => ({ tenant: id, name: own })),
);

/** Found wherever they stand. */
const ANYWHERE = ['公式', 'オフィシャル', 'official', '運営', '事務局', '管理者'].map(bare);
/** Words that have one of those inside and claim nothing: an official match, the unofficial. */
const HARMLESS = ['公式戦', '公式試合', '公式記録', '非公式', 'unofficial', 'フォルスタッフ'].map(bare);
/** Found as words of their own: badminton and Stafford are no claim. */
const LATIN_WORDS = new Set(['staff', 'admin'].map(bare));
/** Found where a word of katakana ends with it: サポートスタッフ. */
const KATAKANA_WORD = bare('スタッフ');
const isInKatakana = (text: string): boolean => /^[\p{Script=Katakana}ー]/u.test(text);
const hasKatakanaWord = (shape: string): boolean =>
  shape.split(KATAKANA_WORD).some((rest, at) => at > 0 && !isInKatakana(rest));

/** Where one word ends and the next begins: no letter or digit, a capital after a small letter, Latin beside Japanese letters. */
const BETWEEN_WORDS =
  /[^\p{L}\p{M}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})|(?<![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])/u;
const DIGITS_AROUND = /^\p{N}+|\p{N}+$/gu;

/** Does the name claim to speak for a tenant, whatever its letters look like? O(length). */
export function claimsAuthority(name: string): boolean {
  const shape = HARMLESS.reduce((rest, word) => rest.replaceAll(word, ' '), bare(name));
  if (ANYWHERE.some((word) => shape.includes(word)) || hasKatakanaWord(shape)) return true;
  const words = name.normalize('NFKC').split(BETWEEN_WORDS);
  return [name, ...words].some(
    (word) => LATIN_WORDS.has(bare(word)) || LATIN_WORDS.has(bare(word.replace(DIGITS_AROUND, ''))),
  );
}
