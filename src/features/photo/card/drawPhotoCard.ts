/** Draws a photo with its names into one picture, on the device (FAN-21). The bytes are new ones: nothing of the camera is in them. */
import type { Tenant } from '../../../../tenants/schema.ts';
import { type CardBox, cardFont, drawStripe, jpegOf, newCard } from './cardCanvas.ts';
import { CARD_FORMATS, type CardFormat, type CardTexts, layoutCard, MARK_HEIGHT } from './cardLayout.ts';

export interface PhotoCardContent {
  readonly format: CardFormat;
  readonly colors: Tenant['config']['colors'];
  readonly picture: ImageBitmap;
  readonly texts: CardTexts;
}

/** The card as a JPEG. @throws where the canvas cannot be drawn or read */
export async function drawPhotoCard({ format, colors, picture, texts }: PhotoCardContent): Promise<Blob> {
  const context = newCard(CARD_FORMATS[format]);
  const measure = (text: string, size: number): number => {
    context.font = cardFont(size);
    return context.measureText(text).width;
  };
  const { photo, panel, mark, lines } = layoutCard(format, picture, texts, measure);
  drawBackdrop(context, picture, colors.brand);
  drawPanel(context, panel, colors);
  drawShadowed(context, picture, photo);
  context.fillStyle = colors.second;
  drawStripe(context, { x: mark.x, y: mark.y, width: 132, height: MARK_HEIGHT });
  drawStripe(context, { x: mark.x + 148, y: mark.y, width: 40, height: MARK_HEIGHT });
  context.fillStyle = colors.onBrand;
  context.textBaseline = 'alphabetic';
  for (const { of, text, size, x, y } of lines) {
    // Measured bold, drawn no wider.
    context.font = cardFont(size, of === 'credit' || of === 'foot' ? 500 : 800);
    context.fillText(text, x, y);
  }
  return jpegOf(context);
}

/**
 * Widths of the pictures that the backdrop is made by, one from the other. Safari's canvas has no filter that blurs, and a large step
 * leaves blocks there.
 */
const BLUR_STEPS = [360, 90, 24, 96, 384] as const;

/** The photo over the whole card, out of focus and in the tenant's colour: no part of the card is empty. */
function drawBackdrop(context: CanvasRenderingContext2D, picture: ImageBitmap, brand: string): void {
  const { width, height } = context.canvas;
  let source: CanvasImageSource & { readonly width: number; readonly height: number } = picture;
  for (const side of BLUR_STEPS) {
    const small = newCard({ width: side, height: Math.round((side * height) / width) });
    drawCover(small, source);
    source = small.canvas;
  }
  drawCover(context, source);
  context.globalAlpha = 0.3;
  context.fillStyle = brand;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
}

/** Fills the canvas with the middle of a picture. */
function drawCover(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource & { readonly width: number; readonly height: number },
): void {
  const { width, height } = context.canvas;
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
}

/** The tenant's ground for the texts, with the stripes of a scarf at its end and along its edge to the photo. */
function drawPanel(
  context: CanvasRenderingContext2D,
  panel: CardBox,
  { brand, second }: Tenant['config']['colors'],
): void {
  const { x, y, width, height } = panel;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = brand;
  context.fillRect(x, y, width, height);
  context.fillStyle = second;
  // So pale that letters over them stay readable.
  context.globalAlpha = 0.14;
  drawStripe(context, { x: x + width - 300, y, width: 150, height });
  drawStripe(context, { x: x + width - 120, y, width: 52, height });
  context.restore();
}

function drawShadowed(context: CanvasRenderingContext2D, picture: ImageBitmap, { x, y, width, height }: CardBox): void {
  context.save();
  context.shadowColor = 'rgb(0 0 0 / 45%)';
  context.shadowBlur = 44;
  context.drawImage(picture, x, y, width, height);
  context.restore();
}
