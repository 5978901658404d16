import type { Tenant } from '../../../tenants/schema.ts';
import { type Api, createApi } from '../../api/client.ts';
import { createRevalidation, type Revalidation } from '../../api/revalidation.ts';
import type { WriteEndpoint } from '../../contract/changedAnswers.ts';
import type { ClientConfig } from '../../contract/config.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { AppError } from '../../contract/errors.ts';
import { appIconPath } from '../../contract/workerPaths.ts';
import { keptNotices } from '../../messages/jaKeptNotices.ts';
import type { ImagePreparer, SenderPorts } from '../../outbox/ports.ts';
import { createClockOffset } from '../../platform/device/clockOffset.ts';
import { tellWrite } from '../../platform/device/writes.ts';
import { createIdentity } from '../../platform/identity/identity.ts';
import { refreshTokens } from '../../platform/identity/identityRefresh.ts';
import { signInInWorker } from '../../platform/identity/identitySignIn.ts';
import { createTokenStore } from '../../platform/identity/identityTokenStore.ts';
import { createTokenSource } from '../../platform/identity/identityTokens.ts';
import { createPageTokenStore } from '../../platform/identity/pageTokenStore.ts';
import { solveInWorker } from '../../platform/identity/proofSolver.ts';
import type { Keeper } from '../../platform/kept/keeper.ts';
import { findKept, hasKept } from '../../platform/kept/keptMark.ts';
import type { ClientDatabase } from '../../platform/storage/clientDatabase.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { createPageObjects, type PageObjects } from '../../platform/upload/pageObjects.ts';
import { NEW_ANSWERS } from '../../services/services.tsx';
import { createRememberedUser } from '../../session/rememberedUserStore.ts';
import { createSession, type Session } from '../../session/session.ts';
import { userIdOf } from '../../session/sessionState.ts';

/** Everything of a page that talks to the outside, but the outbox, which takes `loadSender`. */
export interface PageClient {
  readonly api: Api;
  readonly revalidation: Revalidation;
  readonly session: Session;
  readonly preparer: ImagePreparer;
  readonly objects: PageObjects;
  /** Matches kept on this device: code and data come with the first call, and go on with what waits. */
  readonly openKeeper: () => Promise<Keeper>;
  /** For `createPageOutbox`: imports the heavy adapters. */
  readonly loadSender: () => Promise<SenderPorts>;
}

/** Writes that no press of the fan asks for: their refusal leads nowhere. */
const BACKGROUND_WRITES: ReadonlySet<EndpointName> = new Set<WriteEndpoint>([
  'putFavoritePlayers',
  'putNoticeRead',
  'putPushDevice',
]);

export interface PageClientSettings {
  readonly config: ClientConfig;
  readonly tenant: Tenant | null;
  readonly database: ClientDatabase;
  /** After a logout or change of user: wipe what was cached for this fan (DAT-03). */
  readonly onSignedOut?: (userId: string) => void | Promise<void>;
  /** How each call ended (`ApiSettings`). */
  readonly onAnswered?: (name: EndpointName, isServerFault: boolean) => void;
  /** After the page came back and the fan's state was renewed (ACC-13c). */
  readonly onRenewed?: (userId: string) => void;
}

export function createPageClient(settings: PageClientSettings): PageClient {
  const { config, tenant, database, onSignedOut, onRenewed, onAnswered } = settings;
  const clock = createClockOffset();
  const tokens = createTokenSource({
    store: createPageTokenStore(createTokenStore(database), tabStorage),
    refresh: (old) => refreshTokens(config.identity, old, solveInWorker),
  });
  const revalidation = createRevalidation(NEW_ANSWERS);
  const api = createApi({
    config,
    revalidation,
    getTenant: () => tenant?.id ?? null,
    getToken: async (request) => (await tokens.get(request))?.idToken ?? null,
    onServerDate: clock.observe,
    isSignedIn: () => session.getState().status !== 'anonymous',
    onRefused: (name, code) => {
      if (code === 'NOT_A_MEMBER' && !BACKGROUND_WRITES.has(name)) session.demandAgreement();
    },
    ...(onAnswered === undefined ? {} : { onAnswered }),
    onWritten: (name, body) => tellWrite(name, body, userIdOf(session.getState())),
    kept: async (name, input, seen) => {
      if (tenant === null || !hasKept()) return undefined;
      const { keptAnswer } = await import('../../platform/kept/keptAnswers.ts');
      return keptAnswer({ ...input, name, tenant: tenant.id, userId: userIdOf(session.getState()) }, seen);
    },
  });
  const session: Session = createSession({
    api,
    tokens,
    identity: createIdentity(config.identity, signInInWorker, solveInWorker),
    remembered: createRememberedUser(() => tenant?.id ?? null),
    getTenant: () => tenant,
    channel: new BroadcastChannel('session'),
    onRestored: (listener) => addEventListener('pageshow', ({ persisted }) => persisted && listener()),
    onReturned: (listener) => {
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener());
      addEventListener('online', listener);
    },
    ...(onSignedOut === undefined ? {} : { onSignedOut }),
    ...(onRenewed === undefined ? {} : { onRenewed }),
  });
  const preparer = lazyPreparer();
  const sender = once(async () => {
    const { createSender } = await import('../../platform/upload/sender.ts');
    return createSender({ config, tokens, clock, preparer, hasProgress: true });
  });
  const objects = createPageObjects(tokens, async () => (await sender()).objects);
  const openKeeper = once(async () => {
    const { createKeeper } = await import('../../platform/kept/keeper.ts');
    const getFan = async () => {
      const userId = userIdOf(session.getState());
      const token = userId === null ? null : await tokens.get();
      return userId === null || token === null ? null : { userId, token: token.idToken };
    };
    const noticeOf = ({ title, tenant: its }: { readonly title: string; readonly tenant: string }) => ({
      title: keptNotices.fetching(title),
      icon: appIconPath(its),
    });
    return createKeeper({ config, tenant: tenant?.id ?? null, getFan, noticeOf });
  });
  goOnKeeping(openKeeper).catch(() => undefined);
  return { api, revalidation, session, preparer, objects, openKeeper, loadSender: sender };
}

/** Goes on with what was interrupted. */
async function goOnKeeping(openKeeper: () => Promise<Keeper>): Promise<void> {
  if (await findKept()) await openKeeper();
}

/** Preparation is loaded with the first picture. */
function lazyPreparer(): ImagePreparer {
  const load = once(async () => (await import('../../platform/images/imagePreparer.ts')).createImagePreparer());
  return { prepare: async (...picture) => (await load()).prepare(...picture) };
}

/** A failed import (no signal, new build) is tried again with the next call. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw new AppError('NETWORK', 'later', { cause });
    });
    return loading;
  };
}
