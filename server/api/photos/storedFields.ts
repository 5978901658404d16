/** The fields of PHOTO_FIELDS from the wire into their columns and out of them, by their types (FLD-01b). */
import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../../src/contract/endpoints.ts';
import {
  PHOTO_FIELD_NAMES,
  PHOTO_FIELDS,
  type PhotoFieldName,
  type PhotoFieldType,
  type PhotoFieldValue,
} from '../../../src/contract/photoFields.ts';
import { plainText, playersOf, tagsOf, textOrNull } from '../storedText.ts';

/** A photo's fields as a post or an edit sends them. */
export type SentFields = { readonly [K in PhotoFieldName]?: PhotoFieldValue<K, 'sent'> | undefined };
/** Their columns. */
export type StoredFields = { [K in PhotoFieldName]: PhotoFieldValue<K, 'column'> };

type Sent = PhotoFieldValue<PhotoFieldName, 'sent'>;
type Stored = PhotoFieldValue<PhotoFieldName, 'column'>;
/** Methods, so that each type may take less than all there is. */
interface StoredType {
  store(sent: Sent): Stored;
}

/** What is stored of what a fan sent. */
const STORED_TYPES = {
  message: { store: plainText },
  text: { store: (sent: string) => plainText(sent).trim() },
  tags: { store: tagsOf },
  names: { store: playersOf },
  choice: { store: textOrNull },
  id: { store: (sent: string | null) => sent },
  switch: { store: (sent: boolean) => sent },
} satisfies Record<PhotoFieldType, StoredType>;

/** The columns of a new photo. A field it does not have was not known to the build that sent it: nothing was said. */
export const columnsOfPost = (sent: SentFields): StoredFields =>
  columnsOf(PHOTO_FIELD_NAMES, (name) => sent[name] ?? PHOTO_FIELDS[name].none) as StoredFields;

/**
 * The columns an edit changes. A field it does not have, or sends as the photo has it, stays as it is: whatever bounds are today, an edit
 * cuts nothing it did not touch (FLD-02b).
 */
export function columnsOfCaption(body: BodyOf<'putCaption'>, photo: StoredFields): Partial<StoredFields> {
  const sent = (name: PhotoFieldName) => body[PHOTO_FIELDS[name].caption];
  const isTouched = (name: PhotoFieldName) => sent(name) !== undefined && sent(name) !== asSent(name, photo[name]);
  return columnsOf(PHOTO_FIELD_NAMES.filter(isTouched), (name) => sent(name) ?? PHOTO_FIELDS[name].none);
}

/** What a client sends back of a field it does not change. */
const asSent = (name: PhotoFieldName, stored: Stored): Sent =>
  Array.isArray(stored) ? stored.join(PHOTO_FIELDS[name].type === 'tags' ? ' ' : ',') : stored;

function columnsOf(names: readonly PhotoFieldName[], sent: (name: PhotoFieldName) => Sent): Partial<StoredFields> {
  const store = (name: PhotoFieldName) => (STORED_TYPES[PHOTO_FIELDS[name].type] as StoredType).store(sent(name));
  return Object.fromEntries(names.map((name) => [name, store(name)]));
}

/** The fields of photo p as the JSON of a Photo has them. */
export const listedFields: RawBuilder<unknown> = sql.join(
  PHOTO_FIELD_NAMES.map((name) => {
    const column = sql.ref(`p.${name}`);
    return PHOTO_FIELDS[name].type === 'names' ? sql`array_to_string(${column}, ',') as ${sql.ref(name)}` : column;
  }),
);
