import sharp from 'sharp';
import { CARD_SIZE } from '../src/contract/limits.ts';
import type { TenantColors } from '../tenants/schema.ts';
import { drawOnce } from './drawOnce.ts';

const { width, height } = CARD_SIZE;
/** Side of the emblem, in pixels: whole also where a chat cuts the card to a square. */
const EMBLEM = 430;
/** How far the slanted edges of the product lean, in pixels over the card's height. */
const LEAN = 150;

/** A tenant's link preview picture as a JPEG: its emblem on its colours (FAN-11). Pages without a photo of their own show it. */
export function renderCard(logo: Buffer, colors: TenantColors, folder?: string): Promise<Uint8Array> {
  return drawOnce(import.meta.url, [logo, JSON.stringify(colors)], () => draw(logo, colors), folder);
}

async function draw(logo: Buffer, { brand, onBrand, second }: TenantColors): Promise<Buffer> {
  const band = (from: number, to: number) =>
    `<path d="M${from + LEAN} 0H${to + LEAN}L${to} ${height}H${from}Z" fill="${second}"/>`;
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${brand}"/>
    ${band(-LEAN, 90)}${band(130, 150)}${band(width - LEAN - 90, width)}${band(width - LEAN - 150, width - LEAN - 130)}
    <circle cx="${width / 2}" cy="${height / 2}" r="${EMBLEM / 2 + 46}" fill="${onBrand}" fill-opacity="0.14"/></svg>`;
  const emblem = await sharp(logo, { density: 144 })
    .resize(EMBLEM, EMBLEM, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  return sharp(Buffer.from(ground))
    .flatten({ background: brand })
    .composite([{ input: emblem, gravity: 'centre' }])
    .jpeg({ quality: 86 })
    .toBuffer();
}
