/** The values by which lists find a photo, for the server's counters and indexes and for lists without signal (FLD-01d). */
import {
  FACET_NAMES,
  type FacetName,
  type FacetParam,
  PHOTO_FIELDS,
  type PhotoFieldType,
} from '../contract/photoFields.ts';
import { searchKey } from './searchMatch.ts';
import { tagValue } from './searchText.ts';

/** How a value is compared, by the field's type. */
const COMPARED: Readonly<Record<PhotoFieldType, (value: string) => string>> = {
  message: (value) => searchKey(value),
  text: (value) => searchKey(value),
  tags: tagValue,
  names: (value) => searchKey(value),
  choice: (value) => searchKey(value),
  id: (value) => value,
  switch: (value) => value,
};

/** The parts of a value: names may come comma-joined. */
const partsOf = (type: PhotoFieldType, value: string | readonly string[]): readonly string[] =>
  typeof value !== 'string' ? value : type === 'names' ? value.split(',') : [value];

/** Values of a listed or stored photo's field as they are compared, each once. Empty: the photo has none. */
export function facetValues(name: FacetName, value: string | readonly string[] | null | undefined): string[] {
  const { type } = PHOTO_FIELDS[name];
  const compared = partsOf(type, value ?? []).map((one) => COMPARED[type](one));
  return [...new Set(compared)].filter((one) => one !== '');
}

/** What a list's parameter asks of a photo: it has all of these values. A list of names may be empty: then it asks for nothing. */
function wantedValues(name: FacetName, value: string): string[] {
  const { type } = PHOTO_FIELDS[name];
  if (type === 'names') return facetValues(name, value);
  return [COMPARED[type](value)];
}

/** The parameters of a list that ask for fields: each with its field and the values a photo must have. */
export const wantedFields = (
  query: Readonly<Partial<Record<FacetParam, string | undefined>>>,
): { readonly name: FacetName; readonly values: readonly string[] }[] =>
  FACET_NAMES.flatMap((name) => {
    const value = query[PHOTO_FIELDS[name].facet.param];
    return value === undefined ? [] : [{ name, values: wantedValues(name, value) }];
  });
