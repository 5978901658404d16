/** Markers and segments of a JPEG, found as browsers find them (libjpeg's `next_marker`). Pure. */

/** Real progressive pictures have about ten scans; each costs a pass over the whole picture. */
export const MAX_SCANS = 200;

export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;
export const APP1 = 0xe1;

export interface Segment {
  readonly marker: number;
  /** Where its marker begins: later than where it was looked for if stray bytes stand before it. */
  readonly from: number;
  /** Payload. */
  readonly start: number;
  readonly end: number;
}

export const uint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** SOF0–SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** RST0–RST7. */
export const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Markers without payload: restarts, start, end, TEM. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= EOI);

/** The first segment from `at` on; stray bytes before its marker are skipped. null: there is none, or it is cut off. */
export function segmentAt(bytes: Uint8Array, at: number): Segment | null {
  for (let from = bytes.indexOf(0xff, at); from !== -1; ) {
    let next = from;
    while (bytes[next] === 0xff) next++;
    const marker = bytes[next];
    if (marker === undefined) return null;
    const start = next + 1;
    if (marker !== 0) {
      if (isAlone(marker)) return { marker, from, start, end: start };
      const length = uint16(bytes, start);
      const end = start + length;
      return length < 2 || end > bytes.length ? null : { marker, from, start: start + 2, end };
    }
    // A stuffed zero of picture data that stands nowhere.
    from = bytes.indexOf(0xff, start);
  }
  return null;
}

/** First marker after entropy-coded data, in which FF stands only before 00 or a restart marker. */
export function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}
