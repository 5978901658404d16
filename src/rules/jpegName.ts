/** Ends of the names of JPEG files. */
const EXTENSIONS = ['jpg', 'jpeg', 'jfif', 'jpe'] as const;
/** The same as manifests and pickers write them. */
export const JPEG_ENDINGS: readonly string[] = EXTENSIONS.map((extension) => `.${extension}`);

const BY_TYPE = /^image\/jpe?g$/iu;
/** Systems that know no type leave it out or say 'bytes of any kind'. */
const UNTYPED = /^(?:application\/octet-stream)?$/iu;
const BY_NAME = new RegExp(`\\.(?:${EXTENSIONS.join('|')})$`, 'iu');

/**
 * Does the file call itself a JPEG (PST-07a, PST-07e)? By its type, whatever its name; by its name where the system tells no type. One rule
 * for files that are picked, dropped, pasted, shared or opened. Their content is checked by magic bytes besides (T16).
 */
export function isJpegName(file: { readonly name: string; readonly type: string }): boolean {
  return BY_TYPE.test(file.type) || (UNTYPED.test(file.type) && BY_NAME.test(file.name));
}
