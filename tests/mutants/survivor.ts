/** A change no test notices, with the reason why none could or should. */
export interface Survivor {
  readonly file: string;
  /** Text that was changed, and what it became; white space as one blank, the middle of long ones left out (`shortened`). */
  readonly from: string;
  readonly to: string;
  readonly because: string;
  /** How many places of the file read so. A place more, which a test does notice, must not hide behind this one. */
  readonly places: number;
}

type Row = readonly [from: string, to: string, because: string, places?: number];

export const survivorsOf = (file: string, rows: readonly Row[]): Survivor[] =>
  rows.map(([from, to, because, places = 1]) => ({ file, from, to, because, places }));
