/** Faults of records, with the sentence the command line shows of each. The desk has its own sentences. */
import type { RecordFault } from '../../../src/contract/recordFaults.ts';

/** What is wrong with one place of a file or a form. */
export interface Fault {
  readonly code: RecordFault;
  /** The bound, name or id the sentence is about; empty: none. */
  readonly about: string;
  readonly message: string;
}

/** Sentences of faults that always say the same. */
const MESSAGES: Partial<Readonly<Record<RecordFault, (about: string) => string>>> = {
  alike: (name) => `differs from "${name}" in spaces or width only`,
  comma: () => 'must not have a comma',
  day: () => 'must be a day as YYYY-MM-DD',
  empty: () => 'must not be empty',
  fans: () => 'belongs to a fan',
  foreignPicture: () => 'belongs to another tenant',
  letters: () => 'has characters that are not allowed here',
  link: () => 'must be an address (https://…) or a path of the site',
  missing: () => 'is missing',
  moment: () => 'must be a time as YYYY-MM-DD HH:mm:ss',
  moved: (into) => `was moved into ${into}; remove the row from the file`,
  past: () => 'is over already',
  picture: () => 'must be an object key such as ugc/{tenant}/{event}/original/{name}.jpg, or a path of the site',
  product: () => 'belongs to a row the product made itself',
  reversed: (start) => `lies before ${start}`,
  sameRow: (line) => `is the same row as line ${line}`,
  season: (photos) => `cannot change any more: ${photos} photos are counted for it`,
  tags: () => 'HTML tags are not allowed',
  tooLarge: (max) => `must be at most ${max}`,
  tooLong: (max) => `at most ${max} characters`,
  tooMany: (max) => `at most ${max} entries`,
  tooSmall: (min) => `must be at least ${min}`,
  twice: () => 'stands twice',
};

/** Returns a fault. @param message replaces the usual English sentence */
export const faultOf = (code: RecordFault, about = '', message?: string): Fault => ({
  code,
  about,
  message: message ?? MESSAGES[code]?.(about) ?? `is wrong (${code} ${about})`,
});

/** The message of a schema's check, read by `faultOfCheck`: a code, and what it is about. */
export const checkMessage = (code: RecordFault, about: string | number = ''): string => `${code}:${about}`;

/** Returns the fault a `checkMessage` stands for; a check of another schema is only wrong. */
export function faultOfCheck(message: string): Fault {
  const [code = '', ...about] = message.split(':');
  return Object.hasOwn(MESSAGES, code) ? faultOf(code as RecordFault, about.join(':')) : faultOf('wrong', '', message);
}
