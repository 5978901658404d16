import type { Photo } from '../../src/contract/entities.ts';
import type { WallPhoto } from '../../src/contract/wall.ts';

/** A photo as the server tells a wall about it. */
export const wallPhotoOf = (photo: Photo): WallPhoto => ({
  media_url: photo.media_url,
  author: photo.user_id,
  width: photo.width,
  height: photo.height,
  color: photo.color,
  variants: photo.variants ?? [],
  has_preview: photo.has_preview ?? false,
  original_pending: photo.original_pending ?? false,
  faces: photo.face_info.map(({ BoundingBox }) => BoundingBox),
  credit: `© ${photo.user_name}`,
  message: photo.comment,
  players: photo.player.split(',').filter((name) => name !== ''),
});
