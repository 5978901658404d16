/** Whether bytes are still those that were stored: a disk returns other ones now and then, and says nothing (OPS-11). */
import { crc32 } from 'node:zlib';

/** Sums bytes piece by piece. */
export interface RunningSum {
  add(bytes: Uint8Array): void;
  /** Returns the CRC-32 as S3 writes it: base64 of four big-endian bytes. */
  value(): string;
}

export function createRunningSum(): RunningSum {
  let sum = 0;
  return {
    add(bytes) {
      sum = crc32(bytes, sum);
    },
    value() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(sum >>> 0);
      return bytes.toString('base64');
    },
  };
}

/** Throws unless the sum is the one that was noted. @param noted '': none was, so nothing is known */
export function requireSum(sum: RunningSum, noted: string): void {
  if (noted !== '' && sum.value() !== noted) throw new Error('Its bytes are not those that were stored');
}

/** Returns the same bytes. Throws as `requireSum`. */
export function requireBytes<T extends Uint8Array>(bytes: T, noted: string): T {
  const sum = createRunningSum();
  sum.add(bytes);
  requireSum(sum, noted);
  return bytes;
}

/**
 * The same chunks, the last one held back until the sum is known: whoever reads a damaged object gets too few bytes, so the answer
 * counts as broken off and is kept nowhere. Throws as `requireSum`.
 */
export async function* requireStream(chunks: AsyncIterable<Uint8Array>, noted: string): AsyncGenerator<Uint8Array> {
  const sum = createRunningSum();
  let held: Uint8Array | null = null;
  for await (const chunk of chunks) {
    if (held) yield held;
    sum.add(chunk);
    held = chunk;
  }
  requireSum(sum, noted);
  if (held) yield held;
}

/** A header's own sum stands at its end, in a field the release before does not read. */
const HEADER_SUM = /,"sum":"([0-9a-f]{8})"\}\s*$/;
const sumOfText = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** @param json of an object */
export const withHeaderSum = (json: string): string => `${json.slice(0, -1)},"sum":"${sumOfText(json)}"}`;

/** Throws where a header has a sum and is not what was written. One of an older release has none. */
export function requireHeaderSum(text: string): void {
  const found = HEADER_SUM.exec(text);
  if (found && sumOfText(`${text.slice(0, found.index)}}`) !== found[1])
    throw new Error('Its header is not the one that was stored');
}
