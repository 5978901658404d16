/** Reads from the server what a kept match is made of: its photos as anybody sees them, what its page shows besides, and the fan's marks. */
import { request } from '../../api/request.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import type { Keepable } from '../../contract/kept.ts';
import { KEPT, LIST_PAGE_MAX } from '../../contract/limits.ts';
import { answerKeyOf, type KeptOwn } from './keptDatabase.ts';
import type { ReadList } from './keptStore.ts';

export interface ReadDeps {
  /** Base of the calls, and their key. */
  readonly base: string;
  readonly apiKey: string;
  /** ID token and id of who is signed in; null: nobody. Rejects without signal. */
  readonly getFan: () => Promise<{ readonly token: string; readonly userId: string } | null>;
  readonly signal: AbortSignal;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** Calls of every kept page, of an event's, of a player's. */
const EVERY: readonly (readonly [EndpointName, Input])[] = [
  ['getPersons', {}],
  ['getTeams', {}],
  ['getSeasons', {}],
  ['getAmbassadors', {}],
  ['getOfficialUser', {}],
  ['getConfigInfo', { query: { config: 'creditSettingFan' } }],
];
const OF_EVENT = (eventId: string): typeof EVERY => [
  ['getEvent', { params: { eventId } }],
  ['getEventPersons', { params: { eventId } }],
];
const OF_PLAYER: typeof EVERY = [
  ['getPersonCounts', {}],
  ['getPersonPictures', {}],
  ['getEvents', {}],
  ['getMemorialEvents', {}],
  ['getPhotocons', {}],
];

/** @throws AppError as `request`: nothing of it may be taken for the whole then */
export async function readKeepable(keepable: Keepable, deps: ReadDeps): Promise<ReadList> {
  const call = <T>(name: EndpointName, input: Input, token: string | null = null): Promise<T> =>
    request(
      endpoints[name],
      // 'no-store': past the worker, whose answer may be an old one.
      {
        ...input,
        base: deps.base,
        apiKey: deps.apiKey,
        tenant: keepable.tenant,
        token,
        cache: 'no-store',
        signal: deps.signal,
      },
    ).then(({ value }) => value as T);
  const photos = await readAll((cursor) => call<PhotoPage>('getPublicList', listInput(keepable, cursor)));
  const wanted = [...EVERY, ...(keepable.kind === 'event' ? OF_EVENT(keepable.ref) : OF_PLAYER)];
  const answers: Record<string, unknown> = {};
  for (const [name, input] of wanted) answers[answerKeyOf(name, input)] = await call(name, input);
  return { photos, answers, own: await readOwn(keepable, photos, deps, call) };
}

const listInput = ({ kind, ref }: Keepable, cursor: string | null): Input => ({
  params: { publicListId: kind === 'event' ? 'event' : 'all' },
  query: { ...(kind === 'event' ? { e: ref } : { cp: ref }), l: String(LIST_PAGE_MAX), cursor: cursor ?? undefined },
});

/** The newest first, each once. */
async function readAll(page: (cursor: string | null) => Promise<PhotoPage>): Promise<Photo[]> {
  const photos = new Map<string, Photo>();
  let cursor: string | null = null;
  do {
    const read: PhotoPage = await page(cursor);
    for (const photo of read.media_list) photos.set(photo.media_url, photo);
    cursor = read.cursor;
  } while (cursor !== null && photos.size < KEPT.photosMax);
  return [...photos.values()].slice(0, KEPT.photosMax);
}

/** The same list once more, as the fan sees it. */
async function readOwn(
  keepable: Keepable,
  photos: readonly Photo[],
  { getFan }: ReadDeps,
  call: <T>(name: EndpointName, input: Input, token: string | null) => Promise<T>,
): Promise<KeptOwn | null> {
  const fan = await getFan();
  if (fan === null) return null;
  try {
    const seen = await readAll((cursor) => call<PhotoPage>('getPublicList', listInput(keepable, cursor), fan.token));
    const names = new Set(seen.map(({ media_url }) => media_url));
    const liked = seen.filter(({ reactionInfo }) => reactionInfo.own_reacted).map(({ media_url }) => media_url);
    const unseen = photos.map(({ media_url }) => media_url).filter((name) => !names.has(name));
    return { userId: fan.userId, liked, unseen };
  } catch (error) {
    // A login that has ended: the match is kept as anybody sees it.
    if (error instanceof AppError && error.retry === 'login') return null;
    throw error;
  }
}
