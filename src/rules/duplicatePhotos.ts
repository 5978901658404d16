/** What identifies a picked file. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly lastModified: number;
  /** Digest of the bytes; null while not computed. */
  readonly hash: string | null;
}

/**
 * The same picture twice? Same bytes are (T31), whatever their names. A name alone is not: every iOS capture is 'image.jpg' (T17);
 * without digests the same name, size and time together are.
 */
export function isSamePhoto(a: PickedFile, b: PickedFile): boolean {
  if (a.hash !== null && b.hash !== null) return a.hash === b.hash;
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}

/** Parts what was just picked into new pictures and duplicates of these or of each other (PST-07). */
export function partDuplicates<F extends PickedFile>(
  present: readonly PickedFile[],
  picked: readonly F[],
): { readonly fresh: F[]; readonly duplicates: F[] } {
  const fresh: F[] = [];
  const duplicates: F[] = [];
  for (const file of picked) {
    const isKnown = [...present, ...fresh].some((other) => isSamePhoto(other, file));
    (isKnown ? duplicates : fresh).push(file);
  }
  return { fresh, duplicates };
}
