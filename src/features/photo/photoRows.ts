/** Shape of one photo in a grid: flat and tall pictures are cut a little so that a row stays readable. */
const RATIO = { min: 0.7, max: 1.9 } as const;
/** From this ratio on a picture is wide enough to fill a phone's row alone. */
const WIDE = 1.3;
/** On a phone every so many pairs a wide picture gets a row of its own. */
const PAIRS_BETWEEN = 3;

/** Least ratio of a picture that takes a phone's last row alone: it is at most as high as wide. */
const ALONE_MIN = 1;
/** The ratios of the photos that share the last row of a wide screen add up to this at least, where there are so many. */
const LAST_ROW_MIN = 2.4;
/** How much higher than others a last row that is filled is, mostly. */
const LAST_ROW_STRETCH = 1.6;

export interface PhotoShape {
  /** Width ÷ height of the picture's box. */
  readonly ratio: number;
  /** Part of a phone's row the box takes, 0–1; the shares of a row add up to 1. */
  readonly share: number;
  /** Other boxes in its phone row: so many gaps the row has. */
  readonly others: number;
  /** Set for the last photos of a list that has ended: on wide screens they stand in one row. */
  readonly tie?: PhotoTie;
}

/** Keeps the last photos of a list in one row (PhotoGrid.module.css). */
export interface PhotoTie {
  /** Sum of the ratios of all tied photos. */
  readonly ratios: number;
  /** Sum of the ratios of the tied photos after this one. */
  readonly after: number;
  /** Tied photos after this one. */
  readonly ahead: number;
  /** Tied photos before this one. */
  readonly behind: number;
}

/** Most pixels a row is high on wide screens (`--row` of PhotoGrid.module.css, stretched by up to a quarter, large ones, few in a row, by a half), less a tenth. */
const ROW = { small: 146, medium: 251, large: 437, extraLarge: 592 } as const;
export type CardSize = keyof typeof ROW;

/**
 * How wide a box is drawn, for `sizes`, less what nobody sees: a tenth on wide screens, a third on phones, whose screens are dense. There
 * half a row takes the 480 pixels the thumbnail has, and a whole row 768. A picture a step larger is half as heavy again.
 */
export const sizesOf = ({ ratio, share, tie }: PhotoShape, size: CardSize): string =>
  `(max-width:768px) ${Math.round(share * 65)}vw,${Math.round(ratio * ROW[size] * (tie ? LAST_ROW_STRETCH : 1))}px`;

interface Sized {
  readonly width: number;
  readonly height: number;
}

const ratioOf = ({ width, height }: Sized) => Math.min(RATIO.max, Math.max(RATIO.min, width / height));

/**
 * A photo's picture in the strips of the home page: as high as a row of cards, and on a phone wider than half of one.
 * @param share of its card where it stands in the list as well: both are to show the same picture
 */
export const stripShape = (photo: Sized, share = 0): PhotoShape => ({
  ratio: ratioOf(photo),
  share: Math.max(share, 0.6),
  others: 0,
});

/**
 * Boxes of a photo grid, known before any picture is loaded. On a phone two boxes of equal height share a row, and now and
 * then a wide one stands alone; wide screens fill rows by the ratios (CSS). More photos at the end never move earlier rows:
 * only the last row may change. No photo is left over in a small box at the end (FAN-16a, FAN-16b).
 * @param isOpen more photos may follow
 */
export function layOutPhotos(photos: readonly Sized[], isOpen = false): PhotoShape[] {
  const ratios = photos.map(ratioOf);
  const shapes: PhotoShape[] = [];
  let pairs = 0;
  while (shapes.length < ratios.length) {
    const first = ratios[shapes.length] ?? 1;
    const second = ratios[shapes.length + 1];
    if (pairs >= PAIRS_BETWEEN && first >= WIDE) {
      shapes.push(...phoneRow([first]));
      pairs = 0;
    } else if (second === undefined) {
      shapes.push(...leftOver(first, shapes, isOpen));
    } else {
      shapes.push(...phoneRow([first, second]));
      pairs += 1;
    }
  }
  return isOpen ? shapes : tieLast(shapes);
}

/** A row of equally high boxes. Shares are rounded down: boxes never overflow their row. */
function phoneRow(ratios: readonly number[]): PhotoShape[] {
  const sum = ratios.reduce((all, ratio) => all + ratio, 0);
  const shareOf = (ratio: number) => (ratios.length > 2 ? Math.floor((ratio / sum) * 10_000) / 10_000 : ratio / sum);
  return ratios.map((ratio) => ({ ratio, share: shareOf(ratio), others: ratios.length - 1 }));
}

/**
 * The phone row of a last photo that has no neighbour. It stands alone if it is wide. Else one row above, or two, are taken from
 * `shapes`, and their photos and the last one are divided anew.
 * @returns the shapes to add
 */
function leftOver(last: number, shapes: PhotoShape[], isOpen: boolean): PhotoShape[] {
  const above = shapes.at(-1);
  if (isOpen || last >= WIDE || above === undefined) return phoneRow([last]);
  if (above.others === 0) return phoneRow([shapes.pop()?.ratio ?? 1, last]);
  const [first = 1, second = 1] = shapes.splice(-2).map(({ ratio }) => ratio);
  if (first >= WIDE) return [...phoneRow([first]), ...phoneRow([second, last])];
  if (Math.max(first, last) < ALONE_MIN) return lastThree(first, second, last, shapes);
  return first > last
    ? [...phoneRow([first]), ...phoneRow([second, last])]
    : [...phoneRow([first, second]), ...phoneRow([last])];
}

/** Three photos none of which may stand alone: a wide one of the row above makes two pairs with the others; else they share a row. */
function lastThree(first: number, second: number, last: number, shapes: PhotoShape[]): PhotoShape[] {
  const [wide, other] = shapes.slice(-2);
  if (!wide || !other || other.others !== 1 || wide.ratio < WIDE) return phoneRow([first, second, last]);
  shapes.splice(-2);
  return [...phoneRow([wide.ratio]), ...phoneRow([other.ratio, first]), ...phoneRow([second, last])];
}

/** Ties so many of the last photos that they fill a row of a wide screen without becoming too high: two at least. */
function tieLast(shapes: readonly PhotoShape[]): PhotoShape[] {
  if (shapes.length < 2) return [...shapes];
  let from = shapes.length;
  let ratios = 0;
  while (from > 0 && (ratios < LAST_ROW_MIN || from > shapes.length - 2)) {
    from -= 1;
    ratios += shapes[from]?.ratio ?? 0;
  }
  let after = ratios;
  const tied = shapes.slice(from).map((shape, behind) => {
    after = behind === shapes.length - from - 1 ? 0 : after - shape.ratio;
    return { ...shape, tie: { ratios, after, ahead: shapes.length - from - 1 - behind, behind } };
  });
  return [...shapes.slice(0, from), ...tied];
}
