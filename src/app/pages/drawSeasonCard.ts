/** Draws a season into one picture, on the device (FAN-06). */
import type { Tenant } from '../../../tenants/schema.ts';
import {
  type CardBox,
  cardFont,
  drawGround,
  drawScarf,
  jpegOf,
  newCard,
} from '../../features/photo/card/cardCanvas.ts';

/** Pixels; the shape feeds show largest. */
export const CARD = { width: 1080, height: 1350 } as const;
const MARGIN = 64;
const GAP = 12;
const PHOTOS = { top: 330, height: 700 } as const;
export interface SeasonCardContent {
  readonly tenant: Pick<Tenant, 'name' | 'config' | 'shareHashtag'>;
  readonly fan: string;
  readonly season: string;
  /** Number and its name, at most three. */
  readonly figures: readonly (readonly [string, string])[];
  /** Up to four; a picture that could not be had leaves its colour. */
  readonly photos: readonly { readonly picture: ImageBitmap | null; readonly color: string }[];
}

/** The card as a JPEG. @throws where the canvas cannot be drawn or read */
export async function drawSeasonCard(content: SeasonCardContent): Promise<Blob> {
  const context = newCard(CARD);
  drawGround(context, content.tenant.config.colors);
  drawScarf(context, content.tenant.config.colors);
  drawWords(context, content);
  drawPhotos(context, content.photos);
  drawFigures(context, content);
  return jpegOf(context);
}

/** Text in one line, smaller until it fits. */
function drawLine(
  context: CanvasRenderingContext2D,
  text: string,
  at: { x: number; y: number; size: number; most: number },
) {
  let { size } = at;
  do {
    context.font = cardFont(size);
    size -= 2;
  } while (size > 20 && context.measureText(text).width > at.most);
  context.fillText(text, at.x, at.y, at.most);
}

function drawWords(context: CanvasRenderingContext2D, { tenant, fan, season }: SeasonCardContent): void {
  context.fillStyle = tenant.config.colors.onBrand;
  context.textBaseline = 'alphabetic';
  const most = 820;
  drawLine(context, tenant.name, { x: MARGIN, y: 110, size: 38, most });
  drawLine(context, season, { x: MARGIN, y: 205, size: 76, most });
  drawLine(context, fan, { x: MARGIN, y: 275, size: 44, most: CARD.width - 2 * MARGIN });
}

/** Places of one photo, of two or four beside each other, or of a tall one and two. */
function placesOf(count: number): readonly CardBox[] {
  const { top, height } = PHOTOS;
  const [half, low] = [(CARD.width - GAP) / 2, (height - GAP) / 2];
  const [right, down] = [half + GAP, top + low + GAP];
  const tall = [0, right].map((x): CardBox => ({ x, y: top, width: half, height }));
  const [left] = tall;
  const small = (x: number, y: number): CardBox => ({ x, y, width: half, height: low });
  if (count === 1) return [{ x: 0, y: top, width: CARD.width, height }];
  if (count === 2) return tall;
  if (count === 3 && left) return [left, small(right, top), small(right, down)];
  return [small(0, top), small(right, top), small(0, down), small(right, down)];
}

const isUpright = (picture: ImageBitmap | null): boolean => picture !== null && picture.height > picture.width;

function drawPhotos(context: CanvasRenderingContext2D, photos: SeasonCardContent['photos']): void {
  const places = placesOf(photos.length);
  // The tall place is the first of three: an upright photo loses least there.
  const sorted = photos.toSorted((a, b) => Number(isUpright(b.picture)) - Number(isUpright(a.picture)));
  sorted.forEach(({ picture, color }, at) => {
    const place = places[at];
    if (!place) return;
    context.fillStyle = color;
    context.fillRect(place.x, place.y, place.width, place.height);
    if (picture) drawCover(context, picture, place);
  });
}

/** Fills the place; of an upright picture the upper part, where faces are. */
function drawCover(context: CanvasRenderingContext2D, picture: ImageBitmap, { x, y, width, height }: CardBox): void {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [sourceWidth, sourceHeight] = [width / scale, height / scale];
  const left = (picture.width - sourceWidth) / 2;
  const top = (picture.height - sourceHeight) * 0.3;
  context.drawImage(picture, left, top, sourceWidth, sourceHeight, x, y, width, height);
}

function drawFigures(context: CanvasRenderingContext2D, { tenant, figures }: SeasonCardContent): void {
  const width = (CARD.width - 2 * MARGIN) / Math.max(1, figures.length);
  context.fillStyle = tenant.config.colors.onBrand;
  context.textAlign = 'center';
  figures.forEach(([count, name], at) => {
    const x = MARGIN + width * (at + 0.5);
    drawLine(context, count, { x, y: 1155, size: 88, most: width - GAP });
    drawLine(context, name, { x, y: 1210, size: 32, most: width - GAP });
  });
  drawLine(context, tenant.shareHashtag, { x: CARD.width / 2, y: 1300, size: 34, most: CARD.width - 2 * MARGIN });
  context.textAlign = 'start';
}
