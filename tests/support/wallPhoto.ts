import { wallPhotoOf } from '../../server/api/wall/sharedWalls.ts';
import type { Photo } from '../../src/contract/entities.ts';
import type { WallPhoto } from '../../src/contract/wall.ts';

/** A photo as the server tells a wall about it, under its author's name. */
export const creditedWallPhoto = (photo: Photo): WallPhoto => wallPhotoOf(photo, `© ${photo.user_name}`);
