import type { PhotoListFilter } from '../photo/queries.ts';

/** Conditions of a list of photos that the address can carry (SRC-04), in the order they are shown. */
const NAMES = ['text', 'ht', 'team', 's', 'e', 'pl', 'photographer', 'cp'] as const;
export type ConditionName = (typeof NAMES)[number];
export const isCondition = (name: string): boolean => NAMES.some((one) => one === name);
export type Conditions = Readonly<Partial<Record<ConditionName, string>>>;

/** Conditions an address names. Empty ones, and a photographer nobody knows, are none; a hashtag may come with its #. */
export function conditionsOf(params: URLSearchParams): Conditions {
  const given = NAMES.flatMap((name) => {
    const value = (params.get(name) ?? '').trim().replace(name === 'ht' ? /^[#＃]+/u : /^$/, '');
    const isUnknown = name === 'photographer' && value !== 'official' && value !== 'staff';
    return value === '' || isUnknown ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The same conditions as a list of photos takes them. */
export const filterOf = ({ text, ...rest }: Conditions): PhotoListFilter => ({ ...rest, search_text: text });
