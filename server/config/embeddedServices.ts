/** Identity provider, object store and mailbox of the embedded set-up, joined to the product's data. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type ClientConfig, thumbnailKey } from '../../src/contract/config.ts';
import { MAX_OBJECT_BYTES } from '../../src/contract/limits.ts';
import { NEWS_FOLDER, PERSONS_FOLDER } from '../../src/contract/staffLimits.ts';
import { originalOf } from '../../src/rules/objectKeys.ts';
import { passwordLook } from '../../src/rules/password.ts';
import { findTenant } from '../../tenants/index.ts';
import { readRemovedPhotos } from '../api/access/removedPhotosRepository.ts';
import { readAuthors, readEvent, readMembership } from '../api/access/repository.ts';
import { hasStaffRole } from '../api/access/staff.ts';
import { isSuspendedAnywhere } from '../api/access/suspensionRepository.ts';
import { createWithheldCheck } from '../api/access/withheldRepository.ts';
import { deleteAccount } from '../api/account/deleteAccount.ts';
import type { StoredObjects } from '../api/handlers.ts';
import { mayShowAvatar } from '../api/photos/storedPictures.ts';
import { readAvatar, saveProfile } from '../api/users/repository.ts';
import { mayUseName } from '../api/users/reservedNames.ts';
import type { ServerDeps } from '../app.ts';
import type { Database } from '../database/schema.ts';
import type { VerifyToken } from '../http/api.ts';
import { fetchOpenApi } from '../http/openApi.ts';
import { createAttemptLimit } from '../identity/attemptLimit.ts';
import { createDevMailbox } from '../identity/devMailbox.ts';
import { EMBEDDED_POOL } from '../identity/embeddedPool.ts';
import { openIdentityKeys } from '../identity/identityKeys.ts';
import { createIdentityPool, type IdentityPool } from '../identity/identityPool.ts';
import { claimCodes, type Mailer } from '../identity/mailer.ts';
import type { PoolHooks } from '../identity/poolParts.ts';
import { createProofOfWork } from '../identity/proofOfWork.ts';
import { createRevocationCheck, createSessions } from '../identity/sessions.ts';
import type { CheckedAccounts } from '../identity/syncDeletedAccounts.ts';
import { createUserDirectory, type UserDirectory } from '../identity/userDirectory.ts';
import { createUserPool } from '../identity/userPool.ts';
import { createTokenVerifier, TokenError, type TokenVerifier } from '../identity/verifyToken.ts';
import { CognitoError } from '../identity/wire.ts';
import { inTime } from '../inTime.ts';
import { createBucket } from '../objects/bucket.ts';
import { openBucketFiles } from '../objects/bucketFiles.ts';
import { createEmbeddedObjectStore, type EmbeddedObjectStore, type KeyParts } from '../objects/embeddedObjectStore.ts';
import { inParallel } from '../objects/inParallel.ts';
import { type KeptObjects, registrable } from '../objects/keptObjects.ts';
import type { Scrubber } from '../objects/scrubber.ts';
import { createUnregisteredUploads, forgetUploads, readUploadsBelow } from '../objects/unregisteredUploads.ts';
import { readMovedInto } from '../operations/eventMoves.ts';
import { type Avatars, createAvatars } from '../pictures/avatars.ts';
import { type BucketSettings, OWN_STORE } from './settings.ts';

/** The account is gone by then: whoever has many photos is not kept waiting for the last object, and gives up after 20 seconds. */
const ANSWER_LEAVER_MS = 10_000;

export interface EmbeddedOptions {
  readonly db: Kysely<Database>;
  readonly dataDir: string;
  /** Keeps the photos, behind our own `/s3`; null: files in `dataDir`. */
  readonly bucket?: BucketSettings | null;
  /** The mailbox shows everybody's codes: only on a server for this machine (`isForThisMachine`), and when no mail is sent. */
  readonly hasMailbox: boolean;
  readonly pushKey: string;
  /** Sends the codes; null: the mailbox keeps them. */
  readonly mailer: Mailer | null;
  /** As `passwordLook` gives them; null: the product's own rules alone. */
  readonly refusedPasswords?: ReadonlySet<string> | null;
  /** Bytes left on the disk; left out: asked of the file system. For tests. */
  readonly freeBytes?: (() => Promise<number>) | undefined;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}
/** What the server is made of besides its data and its pages, wherever the pieces run. */
export interface Parts {
  readonly deps: ServerDeps;
  readonly kept: KeptObjects;
  /** Looks for accounts that are gone, where the identity provider does not tell. */
  readonly syncDeletedAccounts?: (isStopped: () => boolean) => Promise<CheckedAccounts>;
  /** Compares stored pictures with their checksums; where they are on the server's own disk. */
  readonly scrubber?: Scrubber | undefined;
  /** Whether the identity provider names this avatar; where it keeps avatars of its own. */
  readonly isAvatarNamed?: (key: string) => Promise<boolean>;
}
export interface EmbeddedParts extends Parts {
  readonly objects: EmbeddedObjectStore;
  /** The same database, seen by the identity provider. */
  readonly identityDb: Kysely<Database>;
}

/** Everything createServer needs but the built client. */
export async function createEmbeddedParts(options: EmbeddedOptions): Promise<EmbeddedParts> {
  const { db, hasMailbox, now, onError } = options;
  const ids = EMBEDDED_POOL;
  const keys = await openIdentityKeys(db);
  const mailbox = createDevMailbox(db, now);
  const mailer: Mailer = options.mailer ?? (hasMailbox ? mailbox : noMailer);
  const isRevoked = createRevocationCheck(db, now);
  const verifyToken = createTokenVerifier({
    jwks: keys.jwks,
    issuer: ids.issuer,
    clientId: ids.clientId,
    now,
    isRevoked,
  });
  const identityPool = createIdentityPool({ ids, keys, verifyToken, isRevoked, now, onError });
  const objects = await createOwnStore(options, identityPool);
  const kept = keptObjects(objects, db, options.bucket ?? null);
  const known = registrable(kept, now);
  const directory = createUserDirectory(db);
  const userPool = createUserPool({
    ...createHooks(options, { objects: known, directory, avatars: createAvatars({ objects: kept }) }),
    db,
    ids,
    keys,
    mailer,
    now,
    onError,
  });
  const mounts = { '/idp': userPool.fetch, '/identity': identityPool.fetch, '/s3': objects.fetch };
  const deps: ServerDeps = {
    db,
    config: embeddedConfig(options.bucket ?? null),
    dist: null,
    objects: known,
    attributesOf: directory.getUser,
    ...(options.mailer || hasMailbox ? { sendClaimCode: claimCodes(mailer) } : {}),
    proofs: createProofOfWork(db, createAttemptLimit(db, now), keys.derive('proofs of work'), now),
    sessions: createSessions(db, now),
    pushKey: options.pushKey,
    isTenant: (id) => findTenant(id) !== undefined,
    now: () => new Date(now()),
    verifyToken: verdictOf(verifyToken),
    mounts,
    localMounts: {
      '/hidden': objects.fetchWithheld,
      ...(hasMailbox ? { '/dev/mailbox': mailbox.fetch, '/openapi.json': fetchOpenApi } : {}),
    },
    onError,
  };
  return { deps, kept, objects, scrubber: objects.scrubber, identityDb: db };
}

type StoreOptions = Pick<EmbeddedOptions, 'db' | 'dataDir' | 'bucket' | 'freeBytes' | 'now' | 'onError'>;

/** The embedded object store, for whoever has credentials of this identity pool. */
export async function createOwnStore(
  { db, dataDir, bucket = null, freeBytes, now, onError }: StoreOptions,
  identityPool: Pick<IdentityPool, 'secretFor' | 'openSession' | 'isEnded'>,
): Promise<EmbeddedObjectStore> {
  const dir = join(dataDir, 'objects');
  const staging = join(dir, 'staging');
  return createEmbeddedObjectStore({
    dir,
    ...(freeBytes === undefined ? {} : { freeBytes }),
    ...(bucket === null ? {} : { files: await openBucketFiles({ settings: bucket, staging, now }) }),
    bucket: OWN_STORE.bucket,
    region: EMBEDDED_POOL.region,
    now,
    secretFor: identityPool.secretFor,
    openSession: identityPool.openSession,
    isEnded: identityPool.isEnded,
    isWithheld: createWithheldCheck(db),
    uploads: createUnregisteredUploads(db, now),
    mayWrite: (sub, parts) => mayWrite(db, sub, parts, new Date(now())),
    maxBytes: MAX_OBJECT_BYTES,
    onError,
  });
}

export const API = { api: '/f', apiKey: 'fan-web' } as const;
export const ownStoreConfig: ClientConfig['objects'] = {
  ...OWN_STORE,
  region: EMBEDDED_POOL.region,
  isPreviewFirst: true,
};

const embeddedConfig = (bucket: BucketSettings | null): ClientConfig => ({
  ...API,
  identity: {
    region: EMBEDDED_POOL.region,
    userPoolId: EMBEDDED_POOL.userPoolId,
    clientId: EMBEDDED_POOL.clientId,
    identityPoolId: EMBEDDED_POOL.identityPoolId,
    userPoolEndpoint: '/idp',
    identityPoolEndpoint: '/identity',
  },
  objects: { ...ownStoreConfig, ...(bucket === null ? {} : { publicBase: bucket.publicBase }) },
});

/** Reachable from elsewhere and with nothing to send mail by: sign-up says that the code could not be sent. */
const noMailer: Mailer = {
  async send() {
    throw new Error('No mail delivery is set up, and the mailbox is for servers of this machine alone.');
  },
};

/** What the calls of /f learn about a token. */
export const verdictOf =
  (verify: TokenVerifier): VerifyToken =>
  async (token) => {
    try {
      const { sub, originJti, email, isEmailVerified, signedInAt } = await verify(token);
      return { sub, session: originJti, email: isEmailVerified ? email : null, signedInAt };
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      return error.code === 'TOKEN_EXPIRED' ? 'expired' : 'invalid';
    }
  };

/** The embedded store as the server itself uses it. @param bucket where its objects are, from which a network may read; null: files */
export function keptObjects(
  objects: EmbeddedObjectStore,
  db: Kysely<Database>,
  bucket: BucketSettings | null,
): KeptObjects {
  const remove = (keys: readonly string[]) => inParallel(keys, objects.delete);
  return {
    stat: objects.head,
    read: objects.read,
    storedAt: async (key) => (await objects.head(key))?.storedAt ?? null,
    list: objects.list,
    put: objects.put,
    remove,
    ...(objects.room === undefined ? {} : { room: objects.room }),
    forget: bucket === null ? undefined : createBucket(bucket).forget,
    async removeBelow(folder) {
      const keys = await readUploadsBelow(db, folder);
      await remove(keys);
      await forgetUploads(db, keys);
    },
  };
}

/**
 * Members write pictures of their tenant's events, also of those that were moved (STF-08d), and their own avatar; what belongs to a registered photo its author alone (PUB-02).
 * Editors write pictures of news (STF-18) and of players (STF-20).
 */
async function mayWrite(
  db: Kysely<Database>,
  sub: string,
  { dir, tenant, eventId, key }: KeyParts,
  now: Date,
): Promise<boolean> {
  if (!(await readMembership(db, tenant, sub))) return false;
  if (dir === 'avatar') return eventId === sub;
  const mayBelow =
    eventId === NEWS_FOLDER || eventId === PERSONS_FOLDER
      ? await hasStaffRole({ db, tenant, userId: sub, email: null }, 'editor', now)
      : ((await readEvent(db, tenant, eventId)) ?? (await readMovedInto(db, { tenant, eventId })));
  if (!mayBelow) return false;
  // Its keys are no secret any more, and its original may still be on its way.
  const original = originalOf(key);
  if ((await readRemovedPhotos(db, [original])).size > 0) return false;
  const authors = await readAuthors(db, [original]);
  return authors.every(({ user_id }) => user_id === sub);
}

interface HookParts {
  readonly objects: StoredObjects;
  readonly directory: UserDirectory;
  readonly avatars: Avatars;
}

function createHooks(
  { db, refusedPasswords, now, onError }: EmbeddedOptions,
  { objects, directory, avatars }: HookParts,
): PoolHooks {
  return {
    isTenant: (id) => findTenant(id) !== undefined,
    async onProfile({ sub, nickname, avatar }) {
      const replaced = await readAvatar(db, sub);
      await saveProfile(db, { userId: sub, nickname, avatar });
      if (avatar !== null) await forgetUploads(db, [avatar]);
      // Asked once more: another device of the fan may have chosen just this one meanwhile.
      if (replaced === null || (await directory.getUser(sub))?.avatar === replaced) return;
      await objects.remove([replaced, thumbnailKey(replaced)]).catch(onError);
    },
    mayChangeProfile: async (sub) => !(await isSuspendedAnywhere(db, sub, new Date(now()))),
    async mayUseAvatar(key, sub) {
      if (!(await mayShowAvatar(objects, sub, key))) return false;
      const derived = await avatars.derive(key, sub);
      if (derived === 'busy') throw new CognitoError('TooManyRequestsException', 'Too many avatars at once.');
      return derived === 'derived';
    },
    async onLeave(sub) {
      const keys = await deleteAccount(db, sub, new Date(now()));
      // What fails, or is killed before its turn, the clean-up takes away.
      const removal = inParallel(keys, (key) => objects.remove([key]).catch(onError));
      await inTime(ANSWER_LEAVER_MS, removal, () => {});
    },
    mayUseName: (name, sub, isPublic) => mayUseName(db, name, sub, isPublic),
    mayUsePassword: (password) => refusedPasswords?.has(passwordLook(password)) !== true,
  };
}
