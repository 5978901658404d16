/** Names of picked files: made fit to be shown and sent, so that no post fails for one (PST-07g). Pure. */
import { countCharacters, truncate, withoutControls } from '../contract/characters.ts';
import { FILE_NAME_MAX } from '../contract/limits.ts';
import { isBlank } from './visibleText.ts';

/** Signs that turn the direction of the text around them, and what is left of half a pair. */
const UNSHOWN = /[\p{Bidi_Control}\ufffd]/gu;
const EXTENSION = /\.[a-z0-9]{1,5}$/iu;

/**
 * The name as the post sends it: one line that the contract takes (`NewPhoto.fileName`), of at most FILE_NAME_MAX characters. The extension
 * stays. A name of which nothing can be seen becomes 'photo'.
 */
export function cleanFileName(given: string): string {
  // Longer than any name a system allows: the rest is cut before it costs anything.
  const line = withoutControls(head(given).toWellFormed(), ' ')
    .replace(UNSHOWN, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const [stem, extension] = partExtension(line);
  return fitName(isBlank(stem) ? 'photo' : stem, extension);
}

/** 'image.jpg' → 'image (2).jpg' when the post has an 'image.jpg' already (T17). The new name is as long as FILE_NAME_MAX at most. */
export function freeFileName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const [stem, extension] = partExtension(name);
  for (let count = 2; ; count += 1) {
    const free = fitName(stem, ` (${count})${extension}`);
    if (!taken.includes(free)) return free;
  }
}

/** Start and end of a name that is too long to be looked at whole: the extension stands at its end. */
const HEAD = 4_096;
const head = (name: string): string => (name.length > HEAD ? name.slice(0, HEAD) + name.slice(-8) : name);

/** A name that begins with its only dot has no extension. */
function partExtension(name: string): [stem: string, extension: string] {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return extension.length === name.length ? [name, ''] : [name.slice(0, name.length - extension.length), extension];
}

/** The stem gives way, not the end: neither in characters nor in bytes the name grows beyond what the contract takes. */
const fitName = (stem: string, end: string): string =>
  truncate(stem, FILE_NAME_MAX - countCharacters(end)).trimEnd() + end;
