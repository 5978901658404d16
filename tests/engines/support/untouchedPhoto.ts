/** A photo of somebody else whose marks a signed-in fan finds as everybody does: nothing changes once the fan's own marks have come. */
import type { Photo, ReactionInfo } from '../../../src/contract/entities.ts';
import { photosOf } from '../../journeys/support/published.ts';
import { CLUB } from '../../support/tenants.ts';

export async function untouchedPhoto(origin: string, userId: string): Promise<Photo> {
  const read = async <T>(path: string, key: string): Promise<T> => {
    const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
    const answer = await fetch(`${origin}/f${path}?media_url=${encodeURIComponent(key)}`, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  for (const photo of await photosOf(origin, CLUB)) {
    if (photo.user_id === userId) continue;
    const { reactions } = await read<ReactionInfo>('/reaction/items', photo.media_url);
    const { number } = await read<{ number: number }>('/favorite/count', photo.media_url);
    if (number === 0 && !reactions.some(({ user_id }) => user_id === userId)) return photo;
  }
  throw new Error('the fan has touched every photo');
}
