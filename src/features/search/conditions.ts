import { FACET_PARAMS, type FacetParam } from '../../contract/photoFields.ts';
import { type PhotoSort, SORT_PARAM, sortNamed } from '../../contract/photoSorts.ts';
import type { PageParams } from '../../navigation/pageParams.ts';
import type { PhotoListFilter } from '../photo/queries.ts';

/** Conditions of a list of photos that the address can carry (SRC-04). */
export type ConditionName = FacetParam | 'text' | 's' | 'e' | 'photographer';
/** The order in which they are shown. Facets nobody put in it stand at the end. */
const ORDER: readonly ConditionName[] = ['text', 'ht', 'team', 's', 'e', 'pl', 'photographer', 'cp'];
export const CONDITION_NAMES: readonly ConditionName[] = [...new Set([...ORDER, ...FACET_PARAMS])];
export const isCondition = (name: string): boolean => CONDITION_NAMES.some((one) => one === name);
export type Conditions = Readonly<Partial<Record<ConditionName, string>>>;

/** Conditions an address names. Empty ones, and a photographer nobody knows, are none; a hashtag may come with its #. */
export function conditionsOf(params: PageParams): Conditions {
  const given = CONDITION_NAMES.flatMap((name) => {
    const value = (params.get(name) ?? '').trim().replace(name === 'ht' ? /^[#＃]+/u : /^$/, '');
    const isUnknown = name === 'photographer' && value !== 'official' && value !== 'staff';
    return value === '' || isUnknown ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The order an address names (LST-01); undefined: the newest first. */
export const sortOf = (params: PageParams): PhotoSort | undefined => sortNamed(params.get(SORT_PARAM));

/** The same conditions as a list of photos takes them. */
export const filterOf = ({ text, ...rest }: Conditions): PhotoListFilter => ({ ...rest, search_text: text });
