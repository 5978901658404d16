/** What the world sees of posted photos: the public calls and the object store, asked directly. */
import { expect } from '@playwright/test';
import type { Photo, PhotoPage } from '../../../src/contract/entities.ts';

const headers = (club: string) => ({ 'x-api-key': 'fan-web', 'x-api-tenant': club });

let asked = 0;
/** Another one each time: a list that was asked for a second ago may be given again as it was (ADR 24). */
const pageSize = (): number => 50 + (asked++ % 50);

/** Every photo of a fan's list, or of the whole club's, page by page, as the database has them now. */
export async function photosOf(origin: string, club: string, userId?: string): Promise<Photo[]> {
  const photos: Photo[] = [];
  const size = pageSize();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `${userId === undefined ? '' : `u=${userId}&`}l=${size}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(`${origin}/f/media/public/list/items/all?${query}`, { headers: headers(club) });
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as PhotoPage;
    photos.push(...page.media_list);
    cursor = page.cursor;
  }
  return photos;
}

/** Each of these photos is in the fan's list once, with its original, and nothing else is. */
export async function expectOnce(
  origin: string,
  club: string,
  userId: string,
  mediaUrls: readonly string[],
): Promise<void> {
  await expect
    .poll(
      async () => {
        const photos = await photosOf(origin, club, userId);
        return photos
          .map(({ media_url, original_pending }) =>
            original_pending ? `${media_url} is public, its original to come` : media_url,
          )
          .sort();
      },
      { timeout: 120_000 },
    )
    .toEqual([...mediaUrls].sort());
}

/** Bytes of a published picture. */
export async function bytesOf(origin: string, key: string): Promise<Buffer> {
  const answer = await fetch(`${origin}/s3/photos/${key}`);
  expect(answer.status, key).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
