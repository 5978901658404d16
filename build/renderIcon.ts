import sharp from 'sharp';
import type { TenantColors } from '../tenants/schema.ts';
import { drawOnce } from './drawOnce.ts';
import { type IconFile, iconFiles } from './renderManifest.ts';

/** Share of the icon's side the emblem takes. Launchers may cut a maskable icon down to a circle of 80 %. */
const emblemShare = { any: 1, opaque: 0.8, maskable: 0.62 } as const;

/** A tenant's icon as PNG bytes, drawn from its logo.svg. iOS and maskable icons stand on the brand colour, others on nothing. */
export function renderIcon(logo: Buffer, colors: TenantColors, file: IconFile, folder?: string): Promise<Uint8Array> {
  const { size, kind } = iconFiles[file];
  const background = kind === 'any' ? '#00000000' : colors.brand;
  return drawOnce(import.meta.url, [logo, `${size} ${kind} ${background}`], () => draw(logo, background, file), folder);
}

async function draw(logo: Buffer, background: string, file: IconFile): Promise<Buffer> {
  const { size, kind } = iconFiles[file];
  const side = Math.round(size * emblemShare[kind]);
  const emblem = await sharp(logo, { density: 144 })
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: emblem, gravity: 'centre' }])
    .png({ palette: true, quality: 90, effort: 7 })
    .toBuffer();
}
