// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { drawSocialScreen, photo as known, page, show } from '../../../tests/support/socialScreen.tsx';
import type { Photo } from '../../contract/entities.ts';
import { PhotoSlide } from './PhotoSlide.tsx';

drawSocialScreen();

const photoWith = (variants: number[]): Photo => ({
  ...known,
  comment: '',
  option: null,
  created_at: '2026-11-21 12:34:00',
  event_id: null,
  event_name: null,
  htag: [],
  player: '',
  face_info: [],
  width: 4000,
  height: 3000,
  color: '#336699',
  has_preview: true,
  variants,
});
const draw = (photo: Photo, key: string) =>
  show(
    <PhotoSlide key={key} photo={photo} side="open" ref={null} isEnlarged={false} onSettled={() => {}}>
      {null}
    </PhotoSlide>,
    {},
  );
const avifs = () => page.container.querySelector('source[type="image/avif"]')?.getAttribute('srcset') ?? null;

test('IMG-03e AVIFs that come while a photo is open are not loaded beside its preview', async () => {
  await draw(photoWith([]), 'first');
  expect(avifs()).toBeNull();
  expect(page.container.querySelector('img')?.getAttribute('src')).toContain('/preview/');
  await draw(photoWith([480, 1024]), 'first');
  expect(avifs()).toBeNull();
  await draw(photoWith([480, 1024]), 'opened again');
  expect(avifs()).toContain('/variant/1024/');
});
