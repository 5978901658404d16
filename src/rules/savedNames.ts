/** Names of photos and ZIPs on the fan's device (KEP-02): readable, no two alike, taken by Windows, macOS and phones. */
import type { Photo } from '../contract/entities.ts';
import { SAVED_NAME_MAX } from '../contract/limits.ts';

export type NamedPhoto = Pick<Photo, 'event_name' | 'player' | 'created_at'>;

/** What a file name may not hold on Windows, or shows nowhere: signs of paths, controls, marks of direction, joined spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\u007f\u00a0\u200b\u200c\u200e\u200f\u2028-\u202f\u2060-\u206f\ufeff_\s]+/gu;
/** Names Windows keeps for devices, whatever stands behind their first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

let segmenter: Intl.Segmenter | undefined;
/** At most so many characters as a person counts them, and three times as many bytes of UTF-8. */
function cut(text: string, max: number): string {
  let cutText = '';
  let bytes = 0;
  // Made when it is needed: its dictionaries take a moment.
  segmenter ??= new Intl.Segmenter('ja');
  for (const { segment } of [...segmenter.segment(text)].slice(0, max)) {
    bytes += new TextEncoder().encode(segment).length;
    if (bytes > max * 3) break;
    cutText += segment;
  }
  return cutText;
}

/** A part of a file name: without what systems refuse, and of bounded length; may be empty. */
export function safeNamePart(text: string, max: number): string {
  const clean = text.toWellFormed().normalize('NFC').replace(UNSAFE, ' ').trim();
  // Windows drops dots and spaces at the end of a name.
  const short = cut(clean, max).replace(/^[.\s]+|[.\s]+$/g, '');
  return DEVICE.test(short) ? `-${short}` : short;
}

/** Numbers of the persons shown, or their names where there is no number. */
function personsPart(player: string, numbers: ReadonlyMap<string, string>): string {
  const names = player.split(',').filter((name) => name.trim() !== '');
  return safeNamePart(names.map((name) => numbers.get(name.trim()) ?? name.trim()).join('-'), SAVED_NAME_MAX.persons);
}

/** '2026-11-21 15:30:00' → '20261121' */
const dayPart = (createdAt: string): string => (/^\d{4}-\d\d-\d\d/.exec(createdAt)?.[0] ?? '').replaceAll('-', '');

/**
 * '開幕戦_10-23_20261121_007.jpg': match, shirt numbers, day of the post, place among those that are saved. The place makes it unique.
 * @param numbers shirt or car number by a person's name
 */
export function savedNames(photos: readonly NamedPhoto[], numbers: ReadonlyMap<string, string>): string[] {
  const digits = Math.max(3, String(photos.length).length);
  return photos.map(({ event_name, player, created_at }, index) => {
    const event = safeNamePart(event_name ?? '', SAVED_NAME_MAX.event);
    const parts = [event, personsPart(player, numbers), dayPart(created_at), String(index + 1).padStart(digits, '0')];
    return `${parts.filter(Boolean).join('_')}.jpg`;
  });
}

/** What a ZIP is named after: the match where all photos are of one, else the tenant. */
export function zipAbout(photos: readonly Pick<NamedPhoto, 'event_name'>[], tenantName: string): string {
  const events = new Set(photos.map(({ event_name }) => event_name));
  const name = safeNamePart((events.size === 1 && [...events][0]) || tenantName, SAVED_NAME_MAX.event);
  return name || 'photos';
}

/** '開幕戦.zip'; of several parts '開幕戦_1-3.zip'. */
export const zipFileName = (about: string, part?: { readonly place: number; readonly all: number }): string =>
  `${about}${part && part.all > 1 ? `_${part.place}-${part.all}` : ''}.zip`;

/**
 * Files in the ZIPs they go to, in order: each ZIP holds at most `max` bytes, but for a single file that is larger.
 * @returns indexes of the files of each ZIP
 */
export function zipParts(sizes: readonly number[], max: number): number[][] {
  const parts: number[][] = [];
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    const last = parts.at(-1);
    if (last === undefined || bytes + size > max) {
      parts.push([index]);
      bytes = size;
    } else {
      last.push(index);
      bytes += size;
    }
  }
  return parts;
}
