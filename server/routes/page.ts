import { BadCursor } from '../store/photoReads.ts';
import { ApiFailure } from './handlers.ts';

/** Reads a page; a cursor nobody here has made is the caller's mistake. */
export async function readPage<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof BadCursor) throw new ApiFailure('INVALID_REQUEST', { cause: error });
    throw error;
  }
}
