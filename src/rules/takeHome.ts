import type { Photo } from '../contract/entities.ts';

/** May this fan save the photo as a file? One's own; another's where its author agreed to its use (RTE-16, KEP-02). */
export const mayTakeHome = (photo: Pick<Photo, 'user_id' | 'usepermit'>, userId: string | null): boolean =>
  photo.usepermit || photo.user_id === userId;
