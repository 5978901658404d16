/**
 * Pages of photos for fans who are signed in: the page everybody sees is read once for all, and each fan's own reactions are
 * put into it. Fans of a full stand who look at the same page cost one small query together.
 */
import { type Kysely, sql } from 'kysely';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { createGatherReads, type GatherReads } from './gatherReads.ts';
import { JsonText } from './jsonText.ts';
import type { PhotoConditions } from './photoConditions.ts';
import { type PageRequest, readPhotoPage } from './photoReads.ts';
import type { Viewer } from './photoText.ts';
import type { Database } from './schema.ts';

/** As `readPhotoPage`. */
export type ReadViewedPage = (
  viewer: Viewer,
  conditions: PhotoConditions,
  page: PageRequest,
) => Promise<JsonText<PhotoPage>>;

/** A page as everybody sees it. */
export interface CommonPage {
  readonly page: JsonText<PhotoPage>;
  /** Its text, cut where each photo says whether the viewer reacted; null: it could not be cut. */
  readonly pieces: readonly string[] | null;
  readonly ownOf: GatherReads<Own>;
}
interface Own {
  /** Places of the photos the fan reacted to, from 0. */
  readonly reacted: readonly number[];
  /** The fan muted somebody: their page may lack some photos. */
  readonly mutes: boolean;
}

/** As the database writes it. Within a text its quotes would be escaped. */
const NOT_REACTED = '"own_reacted" : false}';
const REACTED = '"own_reacted" : true}';

/** @param share runs what is the same for everybody once for all who ask at the same moment */
export function createViewedPages(
  db: Kysely<Database>,
  share: (key: string, run: () => Promise<CommonPage>) => Promise<CommonPage>,
): ReadViewedPage {
  const read = (viewer: Viewer, conditions: PhotoConditions, page: PageRequest) =>
    readPhotoPage(db, viewer, conditions, page);
  return async (viewer, conditions, request) => {
    const { tenant, userId } = viewer;
    if (userId === null) return read(viewer, conditions, request);
    const key = JSON.stringify([tenant, conditions, request.cursor, request.l]);
    const { page, pieces, ownOf } = await share(key, async () =>
      commonPage(db, await read({ tenant, userId: null }, conditions, request)),
    );
    const own = await ownOf(userId);
    // Nobody is left out of their own page.
    const lacksSome = own?.mutes === true && conditions.user === undefined;
    if (pieces === null || own === undefined || lacksSome) return read(viewer, conditions, request);
    return own.reacted.length === 0 ? page : new JsonText(joinPieces(pieces, own.reacted));
  };
}

function commonPage(db: Kysely<Database>, page: JsonText<PhotoPage>): CommonPage {
  const urls = page.parse().media_list.map((photo) => photo.media_url);
  const pieces = page.text.split(NOT_REACTED);
  return {
    page,
    pieces: pieces.length === urls.length + 1 ? pieces : null,
    ownOf: createGatherReads((fans) => readOwn(db, urls, fans)),
  };
}

function joinPieces(pieces: readonly string[], reacted: readonly number[]): string {
  const places = new Set(reacted);
  let text = pieces[0] ?? '';
  for (let i = 1; i < pieces.length; i++) text += (places.has(i - 1) ? REACTED : NOT_REACTED) + (pieces[i] ?? '');
  return text;
}

async function readOwn(
  db: Kysely<Database>,
  urls: readonly string[],
  fans: readonly string[],
): Promise<ReadonlyMap<string, Own>> {
  const { rows } = await sql<Own & { fan: string }>`
    select fan, exists (select 1 from mute where mute.user_id = fan) as mutes,
      array(select (w.place - 1)::int from unnest(${[...urls]}::text[]) with ordinality as w(url, place)
        where exists (select 1 from reaction r where r.media_url = w.url and r.user_id = fan)) as reacted
    from unnest(${[...fans]}::text[]) as fan`.execute(db);
  return new Map(rows.map(({ fan, ...own }) => [fan, own]));
}
