/** A fan in the stand: the product's own adapters and upload queue over a bad line, storage in memory. */
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import { createApi } from '../../../src/api/client.ts';
import type { ClientConfig } from '../../../src/contract/config.ts';
import type { NewJob } from '../../../src/outbox/client.ts';
import { createOutbox, type Outbox } from '../../../src/outbox/outbox.ts';
import { createClockOffset } from '../../../src/platform/device/clockOffset.ts';
import { createNetwork } from '../../../src/platform/device/network.ts';
import { createIdentity } from '../../../src/platform/identity/identity.ts';
import { namedIdentityError } from '../../../src/platform/identity/identityCall.ts';
import { refreshTokens } from '../../../src/platform/identity/identityRefresh.ts';
import { type SrpSignIn, signInBySrp } from '../../../src/platform/identity/identitySrp.ts';
import { createTokenSource, type Tokens } from '../../../src/platform/identity/identityTokens.ts';
import { createSender } from '../../../src/platform/upload/sender.ts';
import { createObjectName, originalKey } from '../../../src/rules/objectKeys.ts';
import { createFakeStore, Device } from '../../fakes/fakeStore.ts';
import { Process, World } from '../../fakes/world.ts';
import { CLUB } from '../../support/tenants.ts';

const PASSWORD = 'Stadium-2026';
/** At most this long without looking at the queue: on phones something wakes the page more often. */
const LOOK_AGAIN_MS = 20_000;

export interface Fan {
  readonly userId: string;
  /** Keys of everything posted. */
  readonly keys: string[];
  post(event: NewJob['event'], pictures: readonly Picture[]): Promise<void>;
  /** Photos still to be sent. */
  countWaiting(): Promise<number>;
  /** Errors and states of what is not done, for a report. */
  describeWaiting(): Promise<string[]>;
  /** The fan opens the app and presses 'send now'. */
  sendNow(): Promise<void>;
  stop(): Promise<void>;
}

export interface Picture {
  readonly original: Uint8Array;
  readonly thumbnail: Uint8Array;
  /** Left out: the original is sent at once. */
  readonly preview?: Uint8Array;
  /** Left out: 1200 × 900. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** All addresses absolute, through the given origin. */
export async function fetchConfig(origin: string): Promise<ClientConfig> {
  const given = (await (await fetch(`${origin}/config.json`)).json()) as ClientConfig;
  const absolute = (path: string | null) => (path === null ? null : new URL(path, origin).href);
  return {
    ...given,
    api: new URL(given.api, origin).href,
    identity: {
      ...given.identity,
      userPoolEndpoint: absolute(given.identity.userPoolEndpoint),
      identityPoolEndpoint: absolute(given.identity.identityPoolEndpoint),
    },
    objects: { ...given.objects, endpoint: absolute(given.objects.endpoint) },
  };
}

/** What the page's worker does, on this thread. */
const signInHere: SrpSignIn = (request) =>
  signInBySrp(request).catch((error: { name: string; message: string }) => {
    throw namedIdentityError(error.name, error.message, 400);
  });

function keepTokens() {
  let kept: Tokens | null = null;
  return {
    load: async () => kept,
    save: async (tokens: Tokens) => {
      kept = tokens;
    },
    clear: async () => {
      kept = null;
    },
  };
}

/**
 * Signs a new fan up and in by the identity provider's own protocol, and joins the club.
 * @param line where the fan's requests go
 * @param codeFor the code mailed to an address
 */
export async function openFan(
  n: number,
  line: { readonly url: string; readonly config: ClientConfig },
  codeFor: (email: string) => Promise<string>,
): Promise<Fan> {
  const { config } = line;
  const store = keepTokens();
  const tokens = createTokenSource({
    store,
    refresh: (old) => refreshTokens(config.identity, old),
    exclusively: (run) => run(),
  });
  const identity = createIdentity(config.identity, signInHere);
  const email = `match-${n}@example.jp`;
  const name = `ゴール裏の${n}番`;
  await identity.signUp({ email, password: PASSWORD, name, nickname: name, extended1: '', extended2: '' }, CLUB);
  await identity.confirmSignUp(email, await codeFor(email));
  const signedIn = await identity.signIn(email, PASSWORD, CLUB);
  await store.save(signedIn);
  const clock = createClockOffset();
  const api = createApi({
    config,
    getTenant: () => CLUB,
    getToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    onServerDate: clock.observe,
  });
  await api.putUserTenant({ body: { tenant_id: CLUB, agreed_version: '1' } });
  const device = new Device();
  const sender = createSender({
    config,
    tokens,
    clock,
    preparer: null,
    hasProgress: false,
    requestHandler: new FetchHttpHandler(),
  });
  const world = new World(n);
  const outbox = createOutbox({
    store: createFakeStore(device, new Process(world)),
    clock: Date,
    random: Math.random,
    lock: alone(),
    announcer: { announce: () => world.calls.splice(0) },
    sendBlockedReason: async () => null,
    loadSender: async () => ({
      ...sender,
      network: createNetwork((path, init) => fetch(new URL(String(path), line.url), init)),
    }),
  });
  return driveFan(signedIn.userId, device, outbox);
}

/** The fan's only page. */
const alone = () => ({
  async withLock(_name: string, run: (lease: { renew(): Promise<boolean> }) => Promise<void>): Promise<boolean> {
    await run({ renew: async () => true });
    return true;
  },
});

/** Posts, and drains when it is time, as the page does. */
function driveFan(userId: string, device: Device, outbox: Outbox): Fan {
  const keys: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const drain = async (reason: 'enqueue' | 'timer'): Promise<void> => {
    clearTimeout(timer);
    const { nextAt } = await outbox.drain(reason);
    clearTimeout(timer);
    if (nextAt === null || isStopped) return;
    const wait = Math.min(LOOK_AGAIN_MS, Math.max(500, nextAt - Date.now()));
    timer = setTimeout(() => void drain('timer'), wait);
  };
  const waiting = () => [...device.jobs.values()].filter(({ state }) => state !== 'done');
  return {
    userId,
    keys,
    async post(event, pictures) {
      const photos = pictures.map(({ original, thumbnail, preview, size = { width: 1200, height: 900 } }, index) => {
        const photoName = createObjectName();
        device.put({ photoName, part: 'original' }, original);
        device.put({ photoName, part: 'thumbnail' }, thumbnail);
        if (preview) device.put({ photoName, part: 'preview' }, preview);
        const mediaUrl = originalKey({ dir: 'ugc', tenant: CLUB, owner: event.id, name: photoName });
        keys.push(mediaUrl);
        return {
          name: photoName,
          mediaUrl,
          step: 'ready' as const,
          fileName: `IMG_${index}.jpg`,
          error: null,
          fields: { comment: '勝利の瞬間', htag: '#勝利', player: '', photo_location: null, usepermit: true },
          prepared: {
            ...size,
            color: '#336699',
            exif: null,
            originalBytes: original.byteLength,
            thumbnailBytes: thumbnail.byteLength,
            previewBytes: preview?.byteLength ?? null,
          },
        };
      });
      await outbox.enqueue({ userId, tenant: CLUB, event, teamId: null, photos });
      void drain('enqueue');
    },
    countWaiting: async () =>
      waiting().flatMap(({ photos }) => photos.filter(({ step }) => step !== 'registered')).length,
    describeWaiting: async () => waiting().map(({ id, state, error }) => `${id}: ${state} ${error ?? ''}`),
    async sendNow() {
      await outbox.sendNow();
      await outbox.drain('manual');
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
