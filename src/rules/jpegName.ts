/** Ends of the names of JPEG files, as manifests write them. */
export const JPEG_ENDINGS = ['.jpg', '.jpeg', '.jfif', '.jpe'] as const;

const BY_TYPE = /^image\/jpe?g$/iu;
/** Systems that know no type leave it out or say 'bytes of any kind'. */
const UNTYPED = /^(?:application\/octet-stream)?$/iu;

/**
 * Does the file call itself a JPEG (PST-07a, PST-07e)? By its type, whatever its name; by its name where the system tells no type. One rule
 * for files that are picked, dropped, pasted, shared or opened. Their content is checked by magic bytes besides (T16).
 */
export function isJpegName({ name, type }: { readonly name: string; readonly type: string }): boolean {
  if (BY_TYPE.test(type)) return true;
  return UNTYPED.test(type) && JPEG_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
