/** The fields of PHOTO_FIELDS as the form has them, and the ways between form, post, edit and list, by the fields' types (FLD-01c). */
import { countCharacters } from '../../contract/characters.ts';
import type { BodyOf } from '../../contract/endpoints.ts';
import type { NewPhoto, Photo } from '../../contract/entities.ts';
import {
  mapFields,
  PHOTO_FIELD_NAMES,
  PHOTO_FIELDS,
  type PhotoField,
  type PhotoFieldRows,
  type PhotoFieldsWith,
  type PhotoFieldType,
  type PhotoFieldValue,
  SENT_NAMES,
  WORDS_NAMES,
  type WordsName,
} from '../../contract/photoFields.ts';
import { ACCEPTED_TAGS, joinHashtags, parseHashtags } from '../../rules/hashtags.ts';
import { cleanMessage } from '../../rules/message.ts';

type TextName = PhotoFieldsWith<{ said: 'photo' }>;
type TypedName = WordsName | TextName;
type FormName<K extends TypedName> = PhotoFieldRows[K]['form'];

/** What can be said once for all photos or for one of them. */
export type PhotoFields = { readonly [K in WordsName as FormName<K>]: PhotoFieldValue<K, 'form'> };
/** What is said of each photo alone. */
export type PhotoTexts = { readonly [K in TextName as FormName<K>]: PhotoFieldValue<K, 'form'> };
type FormValues = PhotoFields & PhotoTexts;
/** Fields the fan types into the form, as they are sent. */
export type SentValues = Required<Pick<NewPhoto, TypedName>>;
/** Fields of the form that are plain text: their action is `textTyped`. */
export type PhotoTextField = FormName<Extract<WordsName, PhotoFieldsWith<{ type: 'message' | 'text' }>>>;

const TEXT_NAMES = SENT_NAMES.filter((name): name is TextName => PHOTO_FIELDS[name].said === 'photo');
const TYPED_NAMES: readonly TypedName[] = [...WORDS_NAMES, ...TEXT_NAMES];

type Given = string | readonly string[] | null;
/** Methods, so that each type may take less than all there is. */
interface FormType {
  /** The value of a post or of a listed photo, in the form. */
  read(value: Given): Given;
  send(value: Given, max: number): string | null;
}
const asItIs = (value: string) => value;
const FORM_TYPES = {
  message: { read: asItIs, send: cleanMessage },
  text: { read: asItIs, send: (value: string, max: number) => cleanMessage(value, max).trim() },
  tags: {
    read: (value: string | readonly string[]) =>
      typeof value === 'string' ? parseHashtags(value, ACCEPTED_TAGS) : value,
    send: joinHashtags,
  },
  names: {
    read: (value: string) => value.split(',').filter((name) => name !== ''),
    send: (value: readonly string[]) => value.join(','),
  },
  choice: { read: (value: string | null) => value, send: (value: string | null) => value },
} satisfies Record<Exclude<PhotoFieldType, 'id' | 'switch'>, FormType>;

const typeOf = (name: TypedName): FormType => FORM_TYPES[PHOTO_FIELDS[name].type];
const inForm = (names: readonly TypedName[], values: Readonly<Partial<Record<TypedName, Given | undefined>>>) =>
  Object.fromEntries(
    names.map((name) => [PHOTO_FIELDS[name].form, typeOf(name).read(values[name] ?? PHOTO_FIELDS[name].none)]),
  );

/** The words of a post that waits or of a published photo. A field it lacks was not known to the build that wrote it: nothing was said. */
export const wordsOf = (values: Partial<Pick<NewPhoto | Photo, WordsName>>): PhotoFields =>
  inForm(WORDS_NAMES, values) as PhotoFields;
/** As `wordsOf`, of what is said of each photo alone. */
export const textsOf = (values: Partial<Pick<NewPhoto | Photo, TextName>>): PhotoTexts =>
  inForm(TEXT_NAMES, values) as PhotoTexts;
export const NO_WORDS: PhotoFields = wordsOf({});
export const NO_TEXTS: PhotoTexts = textsOf({});

/**
 * What a fan typed, cleaned, as a post or an edit sends it. It is cut at what the server accepts: the form bounds what is typed, and what
 * an older build let a fan write goes as it is (FLD-02b).
 */
export const sentValues = (form: FormValues): SentValues =>
  mapFields(TYPED_NAMES, (name) =>
    typeOf(name).send(form[PHOTO_FIELDS[name].form], PHOTO_FIELDS[name].accepted),
  ) as SentValues;

/** The same of a published photo that is edited. A field the fan did not touch goes as the photo has it, whatever bounds are today. */
export function editedValues(photo: Photo, form: FormValues): SentValues {
  const before: FormValues = { ...wordsOf(photo), ...textsOf(photo) };
  const cleaned = sentValues(form);
  return mapFields(TYPED_NAMES, (name) => {
    const key = PHOTO_FIELDS[name].form;
    const isTouched = JSON.stringify(form[key]) !== JSON.stringify(before[key]);
    const listed = photo[name] ?? PHOTO_FIELDS[name].none;
    return isTouched ? cleaned[name] : typeof listed === 'object' && listed !== null ? joinHashtags(listed) : listed;
  }) as SentValues;
}

/** As a post has them: without optional fields of which nothing was said. */
export function withoutUnsaid(values: SentValues): Pick<NewPhoto, TypedName> {
  const isSaid = (name: TypedName) => {
    const { isOptional, none }: PhotoField = PHOTO_FIELDS[name];
    return !isOptional || values[name] !== none;
  };
  return mapFields(TYPED_NAMES.filter(isSaid), (name) => values[name]) as Pick<NewPhoto, TypedName>;
}

type CaptionValues = Pick<BodyOf<'putCaption'>, PhotoFieldRows[TypedName]['caption']>;
/** As the body of an edit names them. */
export const captionValues = (values: SentValues): CaptionValues =>
  Object.fromEntries(TYPED_NAMES.map((name) => [PHOTO_FIELDS[name].caption, values[name]])) as CaptionValues;

/** The photo as lists have it once what was sent has arrived. */
export function withValues(photo: Photo, form: FormValues, sent: SentValues): Photo {
  const listed = mapFields(TYPED_NAMES, (name) =>
    PHOTO_FIELDS[name].type === 'tags' ? form[PHOTO_FIELDS[name].form] : sent[name],
  );
  const said = withoutUnsaid(sent);
  const isLeftOut = (name: string) => TYPED_NAMES.some((one) => one === name) && !(name in said);
  return Object.fromEntries(Object.entries({ ...photo, ...listed }).filter(([name]) => !isLeftOut(name))) as Photo;
}

/** Whether nothing was typed that would be a pity to lose: a choice is made again in a moment. */
export const isUnsaid = (words: PhotoFields): boolean =>
  WORDS_NAMES.every((name) => PHOTO_FIELDS[name].type === 'choice' || words[PHOTO_FIELDS[name].form]?.length === 0);

/** Fields of a form that an older build kept: what that build did not know was not said. */
export const withAllWords = (words: Partial<PhotoFields>): PhotoFields => ({ ...NO_WORDS, ...words });

/**
 * Characters a text of the form may have: the field's bound, or as many as it has where an older build allowed more. Then it gets shorter,
 * never longer (FLD-02b).
 */
export function maxOf(field: PhotoTextField | keyof PhotoTexts, present: string): number {
  const fields = PHOTO_FIELD_NAMES.map((name): PhotoField => PHOTO_FIELDS[name]);
  const max = fields.find(({ form }) => form === field)?.max ?? 0;
  return present.length <= max ? max : Math.max(max, countCharacters(present));
}
