import sharp from 'sharp';
import { expect, test } from 'vitest';
import { FILE_NAME_MAX } from '../../contract/limits.ts';
import { admitPhotos, createPhotoForm } from './photoForm.ts';
import { takeIn } from './photoIntake.ts';

const picture = async (background: string) =>
  new Uint8Array(
    await sharp({ create: { width: 4, height: 3, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

test('PST-07g a picked photo has a name that can be sent, also where it is refused', async () => {
  const named = async (bytes: BlobPart) => {
    const taken = await takeIn(new File([bytes], 'vertical\u000btab\u202e.jpg', { type: 'image/jpeg' }));
    return taken.kind === 'photo' ? taken.photo.fileName : taken.fileName;
  };
  expect(await named(await picture('red'))).toBe('vertical tab.jpg');
  expect(await named('no picture')).toBe('vertical tab.jpg');
});

test('PST-07g T17 two photos whose long names end alike are told apart within the limit', async () => {
  const name = `${'あ'.repeat(FILE_NAME_MAX)}.jpg`;
  const photos = await Promise.all(
    ['red', 'blue'].map(async (color) => {
      const taken = await takeIn(new File([await picture(color)], name, { type: 'image/jpeg' }));
      if (taken.kind !== 'photo') throw new Error(taken.error);
      return taken.photo;
    }),
  );
  const names = admitPhotos(createPhotoForm('event'), photos, 5).accepted.map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(2);
  for (const one of names) expect(one).toHaveLength(FILE_NAME_MAX);
});
