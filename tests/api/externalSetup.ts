/** A server with a bucket and a Cognito pool: its event, and fans by the client's own adapters. */
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import type { RunningServer } from '../../server/main.ts';
import { createApi } from '../../src/api/client.ts';
import { type ClientConfig, thumbnailKey } from '../../src/contract/config.ts';
import type { NewPhoto } from '../../src/contract/entities.ts';
import { createClockOffset } from '../../src/platform/device/clockOffset.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { refreshTokens } from '../../src/platform/identity/identityRefresh.ts';
import { signInBySrp } from '../../src/platform/identity/identitySrp.ts';
import { createTokenSource, type Tokens } from '../../src/platform/identity/identityTokens.ts';
import { createSender } from '../../src/platform/upload/sender.ts';
import { formatWireDate, formatWireDateTime } from '../../src/rules/dates.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../support/tenants.ts';

const PASSWORD = 'Stadium-2026';

export interface ExternalServices {
  readonly config: ClientConfig;
  /** What is put where a test names no bytes. */
  readonly jpeg: ArrayBuffer;
  /** The event that photos belong to. */
  readonly event: string;
  /** The code the pool mailed. */
  readonly codeFor: (email: string) => Promise<string>;
}

/** An event of yesterday, today and tomorrow. */
export async function addEvent({ deps }: { readonly deps: Pick<RunningServer['deps'], 'db'> }, event_id: string) {
  const now = Date.now();
  await deps.db
    .insertInto('event')
    .values({
      tenant: CLUB,
      event_id,
      event_name: 'Event',
      event_type: 'official',
      event_date: formatWireDate(now),
      thumbnail: null,
      post_limit: null,
      descriptive_photo: null,
      season_id: null,
      user_id: null,
      crawl_period_start: formatWireDateTime(now - 24 * 3_600_000),
      crawl_period_end: formatWireDateTime(now + 24 * 3_600_000),
    })
    .execute();
}

/** What a server tells its clients, with addresses of its own as they are seen from elsewhere. */
export async function configAt(origin: string): Promise<ClientConfig> {
  const config = (await (await fetch(`${origin}/config.json`)).json()) as ClientConfig;
  const at = <T extends string | null>(address: T) => (address?.startsWith('/') ? `${origin}${address}` : address) as T;
  const { identity, objects } = config;
  return {
    ...config,
    api: at(config.api),
    identity: {
      ...identity,
      userPoolEndpoint: at(identity.userPoolEndpoint),
      identityPoolEndpoint: at(identity.identityPoolEndpoint),
    },
    objects: { ...objects, endpoint: at(objects.endpoint), publicBase: at(objects.publicBase) },
  };
}

/** A fan's device: signs up at the pool, signs in, joins the tenant. */
export async function openExternalFan(services: ExternalServices, email: string) {
  const identity = createIdentity(services.config.identity, signInBySrp);
  const form = { email, password: PASSWORD, name: 'みどり', nickname: 'みどり', extended1: '', extended2: '' };
  await identity.signUp(form, CLUB);
  await identity.confirmSignUp(email, await services.codeFor(email));
  return signInExternalFan(services, email);
}

/** A device of a fan who has an account; joins the tenant. */
export async function signInExternalFan(services: ExternalServices, email: string, password = PASSWORD) {
  const { config, jpeg, event } = services;
  const identity = createIdentity(config.identity, signInBySrp);
  let kept: Tokens | null = await identity.signIn(email, password, CLUB);
  const tokens = createTokenSource({
    store: {
      load: async () => kept,
      save: async (next) => {
        kept = next;
      },
      clear: async () => {
        kept = null;
      },
    },
    refresh: (old) => refreshTokens(config.identity, old),
    exclusively: (run) => run(),
  });
  const clock = createClockOffset();
  const api = createApi({
    config,
    getTenant: () => CLUB,
    getToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    onServerDate: clock.observe,
  });
  const requestHandler = new FetchHttpHandler();
  const { objects } = createSender({ config, tokens, clock, preparer: null, hasProgress: false, requestHandler });
  const attributes = await api.getOwnAttributes();
  await api.putUserTenant({ body: { tenant_id: CLUB, agreed_version: '1' } });
  const userId = kept.userId;
  const options = { userId, signal: new AbortController().signal };
  return {
    api,
    leave: async () => identity.deleteUser((await tokens.get())?.accessToken ?? ''),
    objects,
    attributes,
    userId,
    tokens: () => kept,
    newKey: (owner = event) => originalKey({ dir: 'ugc', tenant: CLUB, owner, name: createObjectName() }),
    put: (key: string, bytes = jpeg) => objects.put(key, bytes.slice(0), options),
    async store(key: string) {
      for (const one of [key, thumbnailKey(key)]) await objects.put(one, jpeg.slice(0), options);
    },
    async register(media_url: string, size = jpeg.byteLength, event_id = event, fields: Partial<NewPhoto> = {}) {
      const photo: NewPhoto = {
        media_url,
        comment: '',
        htag: '',
        player: '',
        photo_location: null,
        usepermit: true,
        exif: null,
        size,
        fileName: 'IMG_0001.jpg',
        width: 64,
        height: 48,
        color: '#228844',
        ...fields,
      };
      const post = { public_list_id: 'event' as const, event_id, season_id: null, team_id: null };
      return api.putMediaList({ body: { ...post, media_list: [photo] } });
    },
  };
}
