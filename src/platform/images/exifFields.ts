import { parse } from 'exifr/dist/lite.esm.mjs';
import type { Exif } from '../../contract/entities.ts';

const TEXT_FIELDS = { Make: 80, Model: 80, LensModel: 120 } as const;
const NUMBER_FIELDS = ['ExposureTime', 'FNumber', 'ISO', 'FocalLength'] as const;
/** 'YYYY:MM:DD HH:mm:ss' as cameras write it; an unset camera clock writes zeros. */
const DATE = /^[12]\d{3}:[01]\d:[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d$/;

/**
 * The camera facts we keep of a JPEG (PST-08): from the ifd0 and exif blocks only. Location, maker notes, user comment, serial numbers
 * are not asked for. null: no such facts, or a broken block, which is no reason to refuse the picture.
 */
export async function readExif(bytes: ArrayBuffer): Promise<Exif | null> {
  const found = await parse(bytes, {
    ifd0: { pick: ['Make', 'Model'] },
    exif: { pick: ['DateTimeOriginal', 'LensModel', ...NUMBER_FIELDS] },
    gps: false,
    interop: false,
    ifd1: false,
    reviveValues: false,
    makerNote: false,
    userComment: false,
  }).catch(() => null);
  return found === null || typeof found !== 'object' ? null : cleanExif(found as Record<string, unknown>);
}

/** Values as the contract bounds them; anything else is left out. */
function cleanExif(found: Readonly<Record<string, unknown>>): Exif | null {
  const kept: Record<string, string | number> = {};
  const date = textOf(found.DateTimeOriginal, 40);
  if (date !== null && DATE.test(date)) kept.DateTimeOriginal = date;
  for (const [field, max] of Object.entries(TEXT_FIELDS)) {
    const value = textOf(found[field], max);
    if (value !== null) kept[field] = value;
  }
  for (const field of NUMBER_FIELDS) {
    const value: unknown = found[field];
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) kept[field] = value;
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

/** No camera has markup in its name: such text is somebody's trial and dropped whole. */
function textOf(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || /[<>]/u.test(value)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: cameras pad with NUL
  const clean = value.replace(/[\u0000-\u001f\u007f-\u009f\ufffd]/gu, '').trim();
  return clean === '' ? null : clean.slice(0, max);
}
