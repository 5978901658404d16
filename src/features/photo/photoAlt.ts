import type { Photo } from '../../contract/entities.ts';
import { photo as texts } from '../../messages/ja.ts';

const LONGEST = 60;

/** What a screen reader says of a photo: who took it and what they say it shows, else what they wrote, else whom it shows or where it belongs. */
export function photoAlt(
  photo: Pick<Photo, 'user_name' | 'user_screen_name' | 'alt' | 'comment' | 'player' | 'event_name'>,
): string {
  const about = (photo.alt || photo.comment || photo.player || photo.event_name || '').replace(/\s+/g, ' ').trim();
  const short = about.length > LONGEST ? `${about.slice(0, LONGEST)}…` : about;
  return texts.alt(photo.user_screen_name || photo.user_name, short);
}
