/** The best-shot mark and the face tags of one photo, for the command line and the desk (STF-15). */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { importRecords, lockKind } from './records/importRecords.ts';
import { photoMarksKind } from './records/kinds.ts';

type Trx = Transaction<Database>;

/** Makes changes of marks in the tenant wait for each other until the transaction ends. Precedes locks of photos (`rowLocks.ts`). */
export const lockMarks = (trx: Trx, tenant: string) => lockKind(trx, photoMarksKind, tenant);

/**
 * Changes marks of one photo as a file of one row would (`import photo-marks`). The author is notified of a new best-shot mark.
 * Returns what was done, a line each. Throws Refusal for marks that are not valid.
 * @param marks `option`: best-shot mark, null for none. `face_info`: list of faces
 */
export const changeMarks = (trx: Trx, tenant: string, media_url: string, marks: object): Promise<string[]> =>
  importRecords(trx, photoMarksKind, tenant, [{ line: 1, values: { media_url, ...marks } }]);
