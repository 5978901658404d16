/** Draws the pictures of highlights that are due (WAL-08b): after staff published or changed a page, and after its photos changed. */
import type { Kysely } from 'kysely';
import { HIGHLIGHTS_PICTURE } from '../../src/contract/highlightsLimits.ts';
import { highlightsPicture } from '../../src/messages/jaHighlightsPicture.ts';
import { showWireDate } from '../../src/rules/dates.ts';
import { openKey } from '../../src/rules/openPicture.ts';
import { findTenant } from '../../tenants/index.ts';
import {
  endHighlightsDrawing,
  type HighlightsDrawing,
  type HighlightsPictureContent,
  readHighlightsPictures,
  readPictureContent,
  releaseHighlightsDrawing,
  retryHighlightsDrawing,
  saveHighlightsPictures,
  tagOfContent,
  takeHighlightsDrawing,
} from '../api/highlights/pictureRepository.ts';
import type { Database } from '../database/schema.ts';
import type { KeptObjects } from '../objects/keptObjects.ts';
import type { HighlightsOrder } from './encodeHighlights.ts';
import type { PictureProcess } from './pictureProcess.ts';
import { readWholeObject } from './readWholeObject.ts';

export interface DrawHighlightsDeps {
  readonly db: Kysely<Database>;
  readonly objects: Pick<KeptObjects, 'stat' | 'read'>;
  readonly pictures: Pick<PictureProcess, 'drawHighlights'>;
  /** Epoch ms. */
  readonly now: () => number;
  readonly onError: (error: unknown, about?: string) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Works on all pages that are due, one at a time. Returns how many pages have new pictures. */
export async function drawHighlights(deps: DrawHighlightsDeps): Promise<number> {
  let count = 0;
  while (!deps.isStopped?.()) {
    const drawing = await takeHighlightsDrawing(deps.db, new Date(deps.now()));
    if (drawing === null) break;
    if (await drawOne(deps, drawing)) count += 1;
  }
  return count;
}

async function drawOne(deps: DrawHighlightsDeps, drawing: HighlightsDrawing): Promise<boolean> {
  const { db, now, onError } = deps;
  try {
    return await draw(deps, drawing);
  } catch (error) {
    const goesOn = await retryHighlightsDrawing(db, drawing, new Date(now()));
    const reason = error instanceof Error ? error.message : String(error);
    const when = goesOn ? '' : ' for the last time';
    onError(new Error(`Drawing highlights failed${when}: ${reason}`, { cause: error }), drawing.eventId);
    return false;
  }
}

async function draw({ db, objects, pictures, now }: DrawHighlightsDeps, drawing: HighlightsDrawing): Promise<boolean> {
  const content = await readPictureContent(db, drawing);
  if (content === null) {
    await endHighlightsDrawing(db, drawing, new Date(now()));
    return false;
  }
  const tag = tagOfContent(content);
  const known = await readHighlightsPictures(db, drawing);
  if (known.length > 0 && known.every((picture) => picture.tag === tag)) {
    await endHighlightsDrawing(db, drawing, new Date(now()));
    return false;
  }
  const photos = content.photos.map(({ photo }) => photo);
  const sources = await Promise.all(photos.map((photo) => readWholeObject(objects, openKey(photo))));
  const made =
    photos.length === 0 ? [] : (await pictures.drawHighlights(orderOf(drawing.tenant, content, sources))).pictures;
  const isSaved = await saveHighlightsPictures(db, drawing, { tag, photos, pictures: made }, new Date(now()));
  // A photo went while it was drawn: the next look is for the others.
  if (!isSaved) await releaseHighlightsDrawing(db, drawing);
  return isSaved && made.length > 0;
}

/** Throws where a photo's bytes are not there. */
function orderOf(
  tenantId: string,
  { title, eventName, eventDate, numbers, photos }: HighlightsPictureContent,
  sources: readonly (Uint8Array | null)[],
): HighlightsOrder {
  const tenant = findTenant(tenantId);
  if (tenant === undefined) throw new Error(`No tenant ${tenantId}.`);
  const texts = { title, event: eventName, date: showWireDate(eventDate), site: tenant.name };
  const counts = numbers === null ? [] : highlightsPicture.numbers(numbers);
  const pictures = photos.map(({ photo, credit }, index) => {
    const source = sources[index];
    if (!source) throw new Error('An object of it is not there.');
    const { width, height } = photo;
    return { source, width, height, credit, faces: photo.face_info.map(({ BoundingBox }) => BoundingBox) };
  });
  return { highlights: pictures, texts, counts, colors: tenant.config.colors, bytesMax: HIGHLIGHTS_PICTURE.bytes };
}
