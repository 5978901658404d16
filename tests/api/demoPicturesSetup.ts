import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DemoPicture, readDrawnPictures } from '../../demo/drawnPictures.ts';
import { JPEG_START } from '../../server/objects/jpegStart.ts';

/** The folder of the demo's pictures as `ensureDemoPictures` makes it, with a JPEG's first three bytes in each: the drawing has tests of its own. */
export async function writeDemoPictures(folder: string): Promise<void> {
  const pictures = (await readDrawnPictures()).map(
    ({ key, tenant, scene, width, height }): DemoPicture => ({
      key,
      tenant,
      scene,
      width,
      height,
      color: '#336699',
      size: 3,
      faces: [],
      variants: [],
      opened_bytes: null,
      has_card: false,
    }),
  );
  await mkdir(folder);
  await writeFile(join(folder, 'scenes.json'), JSON.stringify(pictures));
  for (const { key } of pictures) {
    await writeFile(join(folder, `${key}.jpg`), JPEG_START);
    await writeFile(join(folder, `${key}.thumbnail.jpg`), JPEG_START);
  }
}
