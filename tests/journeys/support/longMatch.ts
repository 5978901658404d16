/** A match of many photos: those of the demo, and the same under other names, which the line makes. */
import type { Photo, PhotoPage } from '../../../src/contract/entities.ts';
import { variantKey } from '../../../src/contract/pictureKeys.ts';
import { CLUB } from '../../support/tenants.ts';
import type { Asked, Fault } from './line.ts';

export interface LongMatch {
  readonly eventId: string;
  readonly path: string;
  /** The newest first. */
  photos: Photo[];
  /** Bytes of the largest AVIF of a photo. */
  bytesOf(photo: Photo): number;
  /** The line's part: 'pass' for all that the server has itself. */
  answer(asked: Asked): Fault;
}

const LIST = '/f/media/public/list/items/';
const BYTES = '/f/media/public/list/bytes';
const MADE = /\/0{12}(\d{8})\.avif$/;

export async function longMatch(origin: string, count: number): Promise<LongMatch> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const ask = async (path: string) => (await (await fetch(origin + path, { headers })).json()) as PhotoPage;
  const eventId = (await ask(`${LIST}all`)).media_list[0]?.event_id ?? '';
  const own = (await ask(`${LIST}event?e=${eventId}&l=100`)).media_list;
  const pictures = await Promise.all(own.map((photo) => pictureOf(origin, photo)));
  const indexOf = (mediaUrl: string) => Number(/0{12}(\d{8})\.jpg$/.exec(mediaUrl)?.[1] ?? -1);
  const match: LongMatch = {
    eventId,
    path: `/${CLUB}/event-detail.html?e=${eventId}`,
    photos: Array.from({ length: count }, (_, n) => own[n] ?? madePhoto(n, own)),
    bytesOf: ({ media_url }) => {
      const made = indexOf(media_url);
      const at = made < 0 ? own.findIndex((photo) => photo.media_url === media_url) : made % own.length;
      return pictures[at]?.byteLength ?? 0;
    },
    answer({ path }) {
      const made = MADE.exec(path);
      const body = made && pictures[Number(made[1]) % own.length];
      if (body) return { status: 200, type: 'image/avif', body };
      const { pathname, searchParams } = new URL(path, origin);
      if (searchParams.get('e') !== eventId) return 'pass';
      if (pathname === BYTES) return json({ count, measured: count, bytes: sumOf(match) });
      if (!pathname.startsWith(LIST) || searchParams.has('cp') || searchParams.has('ht')) return 'pass';
      // The row above the list would show photos of it a second time.
      if (searchParams.has('best')) return json({ media_list: [], cursor: null, total: null });
      const size = Number(searchParams.get('l') ?? 30);
      const from = Number(searchParams.get('cursor')?.split('-')[1] ?? 1) - 1;
      const end = from + size;
      const cursor = end < match.photos.length ? `1-${end + 1}` : null;
      return json({ media_list: match.photos.slice(from, end), cursor, total: match.photos.length });
    },
  };
  return match;
}

const sumOf = ({ photos, bytesOf }: LongMatch) => photos.reduce((sum, photo) => sum + bytesOf(photo), 0);
const json = (body: unknown): Fault => ({ status: 200, type: 'application/json', body: JSON.stringify(body) });

function madePhoto(n: number, models: readonly Photo[]): Photo {
  const model = models[n % models.length] as Photo;
  const media_url = model.media_url.replace(/[^/]{20}\.jpg$/, `${String(n).padStart(20, '0')}.jpg`);
  const created_at = new Date(Date.UTC(2025, 0, 1) - n * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  return { ...model, media_url, created_at, reactionInfo: { ...model.reactionInfo, media_url } };
}

async function pictureOf(origin: string, { media_url, variants }: Photo): Promise<Uint8Array> {
  const answer = await fetch(`${origin}/s3/photos/${variantKey(media_url, variants?.at(-1) ?? 0)}`);
  if (!answer.ok) throw new Error(`${media_url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
