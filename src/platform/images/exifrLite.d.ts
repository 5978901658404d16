/** The build that knows JPEG and TIFF blocks only; exifr types its full build alone. */
declare module 'exifr/dist/lite.esm.mjs' {
  export { parse } from 'exifr';
}
