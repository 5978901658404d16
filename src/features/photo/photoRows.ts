/** Shape of one photo in a grid: flat and tall pictures are cut a little so that a row stays readable. */
const RATIO = { min: 0.7, max: 1.9 } as const;
/** From this ratio on a picture is wide enough to fill a phone's row alone. */
const WIDE = 1.3;
/** On a phone every so many pairs a wide picture gets a row of its own. */
const PAIRS_BETWEEN = 3;

export interface PhotoShape {
  /** Width ÷ height of the picture's box. */
  readonly ratio: number;
  /** Part of a phone's row the box takes, 0–1; the shares of a row add up to 1. */
  readonly share: number;
}

/** Most pixels a row is high on wide screens (`--row` of PhotoGrid.module.css, stretched by up to a quarter, large ones, few in a row, by a half), less a tenth. */
const ROW = { small: 146, medium: 251, large: 437, extraLarge: 592 } as const;
export type CardSize = keyof typeof ROW;

/**
 * How wide a box is drawn, for `sizes`, less what nobody sees: a tenth on wide screens, a third on phones, whose screens are dense. There
 * half a row takes the 480 pixels the thumbnail has, and a whole row 768. A picture a step larger is half as heavy again.
 */
export const sizesOf = ({ ratio, share }: PhotoShape, size: CardSize): string =>
  `(max-width:768px) ${Math.round(share * 65)}vw,${Math.round(ratio * ROW[size])}px`;

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
});

/**
 * Boxes of a photo grid, known before any picture is loaded. On a phone two boxes of equal height share a row, and now and
 * then a wide one stands alone; wide screens fill rows by the ratios (CSS). More photos at the end never move earlier rows,
 * but for a last one that was left alone.
 */
export function layOutPhotos(photos: readonly Sized[]): PhotoShape[] {
  const ratios = photos.map(ratioOf);
  const shapes: PhotoShape[] = [];
  let pairs = 0;
  while (shapes.length < ratios.length) {
    const first = ratios[shapes.length] ?? 1;
    const second = ratios[shapes.length + 1];
    const isAlone = pairs >= PAIRS_BETWEEN && first >= WIDE;
    if (isAlone || second === undefined) {
      shapes.push({ ratio: isAlone ? first : Math.max(first, WIDE), share: 1 });
      pairs = 0;
    } else {
      const both = first + second;
      shapes.push({ ratio: first, share: first / both }, { ratio: second, share: second / both });
      pairs += 1;
    }
  }
  return shapes;
}
