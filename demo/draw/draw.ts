/**
 * `npm run demo:draw`: draws the demo's pictures into demo/pictures, where they are kept as files. Needed only after a change of a
 * scene, or for another tenant: `npm run demo:draw -- kawasakif` draws that tenant's alone. About half a second of one core a picture.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tenants } from '../../tenants/index.ts';
import { DRAWN, DRAWN_LIST, type DrawnPicture } from '../drawnPictures.ts';
import { avatar } from './avatar.ts';
import { AVATARS, type DrawingOrder, drawingOrders, drawScene } from './catalogue.ts';
import { paint } from './paint.ts';
import { createPen, type Pen } from './pen.ts';

const AT_ONCE = 2;

type Order = Omit<DrawingOrder, 'scene'> & { readonly scene: DrawingOrder['scene'] | 'avatar' };

function allOrders(): Order[] {
  const avatars = Array.from(
    { length: AVATARS },
    (_, index): Order => ({
      key: `avatar-${index}`,
      tenant: '',
      scene: 'avatar',
      width: 512,
      height: 512,
      palette: {
        rival: '#888888',
        ...(tenants[index % tenants.length]?.config.colors ?? { brand: '#888888', second: '#222222' }),
      },
    }),
  );
  return [...drawingOrders(Object.fromEntries(tenants.map((t) => [t.id, t.config.colors]))), ...avatars];
}

async function draw({ key, tenant, scene, width, height, palette }: Order): Promise<DrawnPicture> {
  const pen = createPen(width, height, palette, key);
  const { picture, color } = await paint(pen, scene === 'avatar' ? avatar(pen) : drawScene(scene, pen));
  await writeFile(join(DRAWN, `${key}.avif`), picture);
  return { key, tenant, scene, width, height, color, faces: facesOf(pen) };
}

const facesOf = ({ faces, w, h }: Pen): DrawnPicture['faces'] =>
  faces
    .filter(([left, top, width, height]) => left >= 0 && top >= 0 && left + width <= w && top + height <= h)
    .slice(0, 3)
    .map(([left, top, width, height]) => [round(left / w), round(top / h), round(width / w), round(height / h)]);

const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;

const kept: readonly DrawnPicture[] = JSON.parse(await readFile(DRAWN_LIST, 'utf8').catch(() => '[]'));
const asked = process.argv.slice(2);
const orders = allOrders();
const drawn = new Map<string, DrawnPicture>();
const queue = orders.filter(({ tenant }) => asked.length === 0 || asked.includes(tenant));
if (queue.length === 0) throw new Error(`No scenes for ${asked.join(', ')}: see programmes in catalogue.ts.`);
if (asked.length === 0) await rm(DRAWN, { recursive: true, force: true });
await mkdir(DRAWN, { recursive: true });
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) drawn.set(next.key, await draw(next));
  }),
);
const list = orders.flatMap(({ key }) => drawn.get(key) ?? kept.find((picture) => picture.key === key) ?? []);
await writeFile(DRAWN_LIST, `[\n${list.map((picture) => `  ${JSON.stringify(picture)}`).join(',\n')}\n]\n`);
console.log(`${drawn.size} of ${list.length} pictures drawn.`);
