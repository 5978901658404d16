import { AppError } from '../contract/errors.ts';
import type { BytesPart, JobPhoto } from './job.ts';
import type { JobRun } from './jobRun.ts';

/** Photos on the wire at once: three fill the line (measured), and bound what is in memory. */
export const PARALLEL_PUTS = 3;

/** Reads bytes only now: a post of 15 photos is never in memory as a whole. @throws AppError BYTES_LOST */
export async function readPart(
  photo: JobPhoto,
  part: BytesPart,
  expected: number | null,
  run: JobRun,
): Promise<ArrayBuffer> {
  const bytes = await run.readBytes({ photoName: photo.name, part });
  if (!bytes || bytes.buffer.byteLength === 0 || (expected !== null && bytes.buffer.byteLength !== expected))
    throw new AppError('BYTES_LOST', 'never');
  return bytes.buffer;
}
