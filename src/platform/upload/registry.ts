import { type Answer, type RequestInput, type RequestSurroundings, request } from '../../api/request.ts';
import type { ClientConfig } from '../../contract/config.ts';
import { type AnswerOf, type BodyOf, type Endpoint, endpoints } from '../../contract/endpoints.ts';
import type { NewPhoto } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { EVENT_PUBLIC_LIST_ID } from '../../contract/limits.ts';
import { MEASUREMENTS } from '../../contract/measurementLimits.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { asPhotoRefusal } from '../../outbox/photoRefusal.ts';
import type { Registry } from '../../outbox/ports.ts';
import { cleanFileName } from '../../rules/fileName.ts';
import { tokensOfUser } from '../identity/identityOwner.ts';
import type { TokenSource } from '../identity/identityTokens.ts';

export interface RegistrySettings extends RequestSurroundings {
  readonly config: Pick<ClientConfig, 'api' | 'apiKey'>;
  readonly tokens: TokenSource;
}

/** One call for a job's owner; a token the server refuses is renewed once. */
function createSend({ config, tokens, ...surroundings }: RegistrySettings) {
  return async function send<E extends Endpoint>(
    endpoint: E,
    job: Job,
    input: Pick<RequestInput, 'query' | 'body'>,
  ): Promise<Answer<unknown>> {
    const common = {
      ...input,
      base: config.api,
      apiKey: config.apiKey,
      tenant: job.tenant,
      cache: 'no-store',
    } as const;
    try {
      const { idToken } = await tokensOfUser(tokens, job.userId);
      return await request(endpoint, { ...common, token: idToken }, surroundings);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      const { idToken } = await tokensOfUser(tokens, job.userId, true);
      return request(endpoint, { ...common, token: idToken }, surroundings);
    }
  };
}

/** The product's API for the queue; alike in page and worker, past every cache. */
export function createRegistry(settings: RegistrySettings): Registry {
  const send = createSend(settings);

  return {
    async register(job, photos) {
      const body: BodyOf<'putMediaList'> = {
        public_list_id: EVENT_PUBLIC_LIST_ID,
        event_id: job.event.id,
        season_id: job.event.seasonId,
        team_id: job.teamId,
        media_list: photos.map(newPhoto),
        ...waitedSince(job.createdAt),
      };
      const { value } = await send(endpoints.putMediaList, job, { body }).catch((error: unknown) => {
        throw asPhotoRefusal(error, photos);
      });
      return (value as { media_list: { media_url: string }[] }).media_list.map((photo) => photo.media_url);
    },
    async findRegistered(job, mediaUrl) {
      const query = { media_url: btoa(mediaUrl) };
      const { value, isStale } = await send(endpoints.getPhoto, job, { query });
      if (isStale) throw new AppError('NETWORK', 'later');
      const { list } = value as Pick<AnswerOf<'getPhoto'>, 'list'>;
      const found = list.find((photo) => photo.media_url === mediaUrl && photo.user_id === job.userId);
      return found ? (found.original_pending ? 'public' : 'registered') : null;
    },
    async isMember(job) {
      const { value } = await send(endpoints.getUserTenants, job, {});
      const { list } = value as AnswerOf<'getUserTenants'>;
      return list.some(({ tenant_id }) => tenant_id === job.tenant);
    },
    async putOriginals(job, mediaUrls) {
      const body: BodyOf<'putOriginals'> = { media_urls: [...mediaUrls] };
      const { value } = await send(endpoints.putOriginals, job, { body });
      const { originals } = value as AnswerOf<'putOriginals'>;
      return originals.map(({ media_url, state }) => ({ mediaUrl: media_url, state }));
    },
  };
}

/** Nothing where the device's clock was set meanwhile: a time that cannot be must not keep a post back. */
function waitedSince(createdAt: number): Pick<BodyOf<'putMediaList'>, 'waited_s'> {
  const waited_s = Math.round((Date.now() - createdAt) / 1000);
  return waited_s >= 0 && waited_s <= MEASUREMENTS.postAgeS ? { waited_s } : {};
}

function newPhoto(photo: JobPhoto): NewPhoto {
  const { prepared } = photo;
  if (prepared === null) throw new AppError('UNEXPECTED', 'never');
  return {
    media_url: photo.mediaUrl,
    ...photo.fields,
    // A post of an older build may have a name the server refuses.
    fileName: cleanFileName(photo.fileName),
    exif: prepared.exif,
    width: prepared.width,
    height: prepared.height,
    color: prepared.color,
    size: prepared.originalBytes,
    ...(photo.original === 'later' ? { original: 'later' } : {}),
  };
}
