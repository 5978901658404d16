/** Without signal: answers to what the pages of a kept match ask, made of what was kept (KEP-01e). */
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { type KeptKind, keptIdOf } from '../../contract/kept.ts';
import { BEST_OF_EVENT } from '../../contract/limits.ts';
import { type PhotoSort, sortNamed } from '../../contract/photoSorts.ts';
import { chooseBest, chooseBestOrNewest } from '../../rules/bestPhotos.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { type ListQuery, listMatcher, type Photographers } from '../../rules/keptPhotos.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { answerKeyOf, type KeptOwn, openKept } from './keptDatabase.ts';

export interface KeptCall {
  readonly tenant: string;
  /** Who asks; null: nobody is signed in. */
  readonly userId: string | null;
  readonly name: EndpointName;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: ListQuery | undefined;
}

/**
 * undefined: nothing is kept that would answer it.
 * @param seen what the worker had of it, which may be newer than what was kept, and less; null: nothing
 */
export async function keptAnswer(call: KeptCall, seen: unknown): Promise<unknown> {
  switch (call.name) {
    case 'getPublicList':
      return listAnswer(call, seen as PhotoPage | null);
    case 'getPhotoCount': {
      const photos = seen === null ? await photosOf(call) : undefined;
      return photos && { count: photos.length };
    }
    case 'getPhoto': {
      const photo = seen === null ? await photoOf(call) : undefined;
      return photo && { list: [photo] };
    }
    default:
      return seen === null ? otherAnswer(call) : undefined;
  }
}

/** Each order besides the newest first; of equal photos the newer one comes first. */
const orders: Readonly<Record<PhotoSort, (a: Photo, b: Photo) => number>> = {
  likes: (a, b) => b.reactionInfo.total - a.reactionInfo.total,
};

/** The whole list as one page: what was seen last, and what was kept. */
async function listAnswer(call: KeptCall, seen: PhotoPage | null): Promise<PhotoPage | undefined> {
  if (call.query?.best !== undefined) return seen === null ? bestAnswer(call) : undefined;
  const kept = await photosOf(call);
  if (kept === undefined) return undefined;
  const first = call.query?.cursor === undefined ? (seen?.media_list ?? []) : [];
  const known = new Set(first.map(({ media_url }) => media_url));
  const all = [...first, ...kept.filter(({ media_url }) => !known.has(media_url))];
  const newest = all.toSorted((a, b) => Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at));
  const sort = sortNamed(call.query?.sort ?? null);
  const photos = sort === undefined ? newest : newest.toSorted(orders[sort]);
  const most = call.query?.cf === 'true' ? Number(call.query.l ?? photos.length) : photos.length;
  return { media_list: photos.slice(0, most), cursor: null, total: seen?.total ?? photos.length };
}

/** The best of the photos that are here, by the server's rule (FAN-18d). */
async function bestAnswer(call: KeptCall): Promise<PhotoPage | undefined> {
  const kept = await photosOf(call);
  if (kept === undefined) return undefined;
  const candidates = kept.map((photo) => ({
    photo,
    media_url: photo.media_url,
    user_id: photo.user_id,
    likes: photo.reactionInfo.total,
    at: parseWireDate(photo.created_at) ?? 0,
    isMarked: photo.option !== null,
  }));
  const isFull = call.query?.best === 'full';
  const strip = kept.length < BEST_OF_EVENT.photosMin ? [] : chooseBest(candidates);
  const best = isFull ? chooseBestOrNewest(candidates) : strip;
  return { media_list: best.map(({ photo }) => photo), cursor: null, total: null };
}

/** Photos of a list that are here, pictures and all; undefined: nothing that holds the whole list is kept. */
async function photosOf(call: KeptCall): Promise<readonly Photo[] | undefined> {
  const { tenant, query = {} } = call;
  const id = await holderOf(tenant, query);
  if (id === undefined) return undefined;
  const db = await openKept();
  const [photos, own, pictures] = await Promise.all([db.get('lists', id), db.get('own', id), keptNames()]);
  const matches = listMatcher(query, query.photographer === undefined ? null : await photographersOf(tenant));
  if (!photos || !matches) return undefined;
  return photos.filter((photo) => pictures.has(photo.media_url) && matches(photo)).flatMap(asSeenBy(call, own));
}

/** The event of the query, or one of its persons. */
async function holderOf(tenant: string, query: ListQuery): Promise<string | undefined> {
  const ids = (await (await openKept()).getAllKeys('lists')).filter((id) => id.startsWith(`${tenant}/`));
  const find = (kind: KeptKind, isIt: (ref: string) => boolean) =>
    ids.find((id) => id.startsWith(keptIdOf({ tenant, kind, ref: '' })) && isIt(id.split('/').slice(2).join('/')));
  const event = query.e ?? query.event_id;
  const persons = (query.cp ?? '').split(',').filter((name) => name !== '');
  return (
    (event === undefined ? undefined : find('event', (ref) => ref === event)) ??
    find('player', (ref) => persons.some((name) => isSameName(name, ref)))
  );
}

async function keptNames(): Promise<ReadonlySet<string>> {
  const db = await openKept();
  const [names, pictures] = await Promise.all([db.getAllKeys('pictures'), db.getAll('pictures')]);
  return new Set(names.filter((_, i) => (pictures[i]?.bytes ?? 0) > 0));
}

/** With the marks of the fan who asks, and of nobody else; without those the fan does not want to see. */
const asSeenBy =
  ({ userId }: KeptCall, own: KeptOwn | undefined) =>
  (photo: Photo): Photo[] => {
    if (own === undefined || own.userId !== userId) return [photo];
    if (own.unseen.includes(photo.media_url)) return [];
    const own_reacted = own.liked.includes(photo.media_url);
    return [{ ...photo, reactionInfo: { ...photo.reactionInfo, own_reacted } }];
  };

async function photoOf(call: KeptCall): Promise<Photo | undefined> {
  const name = decodeURI(atob(call.query?.media_url ?? ''));
  const db = await openKept();
  for (const id of await db.getAllKeys('lists')) {
    if (!id.startsWith(`${call.tenant}/`)) continue;
    const photo = (await db.get('lists', id))?.find(({ media_url }) => media_url === name);
    if (photo) {
      const own = await db.get('own', id);
      return asSeenBy(call, own && { ...own, unseen: [] })(photo)[0];
    }
  }
  return undefined;
}

/** Whatever match of the tenant it was kept with. */
async function otherAnswer({ tenant, name, params = {}, query = {} }: Omit<KeptCall, 'userId'>): Promise<unknown> {
  const db = await openKept();
  const key = answerKeyOf(name, { params, query });
  for (const id of await db.getAllKeys('answers'))
    if (id.startsWith(`${tenant}/`)) {
      const answer = (await db.get('answers', id))?.[key];
      if (answer !== undefined) return answer;
    }
  return undefined;
}

interface People {
  readonly list: readonly { readonly user_id?: string; readonly ambassador_user_id?: string }[];
}

/** As far as the device knows. */
async function photographersOf(tenant: string): Promise<Photographers> {
  const idsOf = async (name: EndpointName) =>
    ((await otherAnswer({ tenant, name })) as People | undefined)?.list.map(
      (one) => one.user_id ?? one.ambassador_user_id ?? '',
    ) ?? [];
  const official = await idsOf('getOfficialUser');
  return { official: new Set(official), staff: new Set([...official, ...(await idsOf('getAmbassadors'))]) };
}
