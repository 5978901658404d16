/** Draws a photo with its names into one picture, on the device (FAN-21). The bytes are new ones: nothing of the camera is in them. */
import type { Tenant } from '../../../../tenants/schema.ts';
import { cardFont, drawGround, drawScarf, drawStripe, jpegOf, newCard } from './cardCanvas.ts';
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
  const { photo, mark, lines } = layoutCard(format, picture, texts, measure);
  drawGround(context, colors);
  // A chat's card has texts at its right.
  if (format === 'story') drawScarf(context, colors);
  context.drawImage(picture, photo.x, photo.y, photo.width, photo.height);
  context.fillStyle = colors.second;
  drawStripe(context, { x: mark.x, y: mark.y, width: 84, height: MARK_HEIGHT });
  drawStripe(context, { x: mark.x + 96, y: mark.y, width: 24, height: MARK_HEIGHT });
  context.fillStyle = colors.onBrand;
  context.textBaseline = 'alphabetic';
  for (const { of, text, size, x, y } of lines) {
    // Measured bold, drawn no wider.
    context.font = cardFont(size, of === 'credit' || of === 'foot' ? 500 : 800);
    context.fillText(text, x, y);
  }
  return jpegOf(context);
}
