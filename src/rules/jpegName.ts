/**
 * Does the file call itself a JPEG (PST-07): .jpg or .jpeg and, where the system tells a type, image/jpeg or image/jpg?
 * Its content is checked by magic bytes besides (T16).
 */
export function isJpegName(file: { readonly name: string; readonly type: string }): boolean {
  return /\.jpe?g$/iu.test(file.name) && (file.type === '' || /^image\/jpe?g$/iu.test(file.type));
}
