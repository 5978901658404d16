/** Identity on Amazon Cognito, with the photos in a bucket or in the server's own store. */
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { ClientConfig } from '../../src/contract/config.ts';
import { ObjectKey } from '../../src/contract/entities.ts';
import { POOL_QUESTIONS } from '../../src/contract/limits.ts';
import { findTenant } from '../../tenants/index.ts';
import { deleteAccount } from '../api/account/deleteAccount.ts';
import { isAvatarOf, mayShowAvatar } from '../api/photos/storedPictures.ts';
import { publicName, readAvatar, readProfile } from '../api/users/repository.ts';
import { mayUseName } from '../api/users/reservedNames.ts';
import type { ServerDeps } from '../app.ts';
import type { Database } from '../database/schema.ts';
import type { VerifyToken } from '../http/api.ts';
import { type AccountChecks, createAccountChecks } from '../identity/accountChecks.ts';
import { createAttemptLimit } from '../identity/attemptLimit.ts';
import { cognitoIds, cognitoKeysUrl, createCognitoPool } from '../identity/cognito.ts';
import { EMBEDDED_POOL } from '../identity/embeddedPool.ts';
import { openIdentityKeys } from '../identity/identityKeys.ts';
import { createIdentityPool } from '../identity/identityPool.ts';
import { createMovedAccounts } from '../identity/movedAccounts.ts';
import { isNamedAvatar } from '../identity/namedAvatar.ts';
import { syncDeletedAccounts } from '../identity/syncDeletedAccounts.ts';
import { createTokenVerifier, remoteKeys, type TokenVerifier } from '../identity/verifyToken.ts';
import { createBucket } from '../objects/bucket.ts';
import { type KeptObjects, registrable } from '../objects/keptObjects.ts';
import { createUploadNotes } from '../objects/orphanChecks.ts';
import { type Avatars, createAvatars } from '../pictures/avatars.ts';
import { API, createOwnStore, keptObjects, ownStoreConfig, type Parts, verdictOf } from './embeddedServices.ts';
import type { BucketSettings, CognitoSettings } from './settings.ts';

export interface ExternalOptions {
  readonly db: Kysely<Database>;
  readonly dataDir: string;
  readonly cognito: CognitoSettings;
  /** null: photos in the server's own store. */
  readonly bucket: BucketSettings | null;
  readonly pushKey: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Everything createServer needs but the built client. */
export async function createExternalParts(options: ExternalOptions): Promise<Parts> {
  const { db, cognito, now, onError } = options;
  const moved = createMovedAccounts(db);
  const pool = createCognitoPool(cognito, moved);
  const ids = cognitoIds(cognito, cognito.identityPoolId ?? EMBEDDED_POOL.identityPoolId);
  const verifyToken = createTokenVerifier({
    jwks: remoteKeys(cognitoKeysUrl(cognito)),
    issuer: ids.issuer,
    clientId: ids.clientId,
    now,
    moved,
  });
  const checks = createAccountChecks(db, now, ids.userPoolId);
  const limit = createAttemptLimit(db, now);
  const store = options.bucket ? bucketStore(options, options.bucket) : await ownStore(options, ids, verifyToken);
  const avatars = createAvatars({ objects: store.kept });
  const deps: ServerDeps = {
    db,
    config: {
      ...API,
      identity: {
        region: ids.region,
        userPoolId: ids.userPoolId,
        clientId: ids.clientId,
        identityPoolId: ids.identityPoolId,
        userPoolEndpoint: cognito.endpoint,
        identityPoolEndpoint: store.identityPoolEndpoint,
      },
      objects: store.config,
    },
    dist: null,
    objects: registrable(store.kept, now),
    attributesOf: (sub) => shownAttributes({ db, pool, kept: store.kept, avatars, now, onError }, sub),
    mayAskProvider: (sub) => limit.take(`pool:fan:${sub}`, POOL_QUESTIONS),
    saveTenants: pool.saveTenants,
    pushKey: options.pushKey,
    isTenant: (id) => findTenant(id) !== undefined,
    now: () => new Date(now()),
    verifyToken: seenBy(checks, verdictOf(verifyToken)),
    mounts: store.mounts,
    onError,
  };
  async function leave(sub: string) {
    await store.kept.remove(await deleteAccount(db, sub, new Date(now()))).catch(onError);
  }
  return {
    deps,
    kept: store.kept,
    syncDeletedAccounts: (isStopped) => syncDeletedAccounts({ pool, checks, leave, onError, isStopped }),
    isAvatarNamed: (key) => isNamedAvatar({ pool, checks }, key),
  };
}

/** Whoever leaves was here a moment before. */
const seenBy =
  (checks: Pick<AccountChecks, 'see'>, verify: VerifyToken): VerifyToken =>
  async (token) => {
    const verdict = await verify(token);
    if (typeof verdict !== 'string') checks.see(verdict.sub);
    return verdict;
  };

interface ShownDeps {
  readonly db: Kysely<Database>;
  readonly pool: ReturnType<typeof createCognitoPool>;
  readonly kept: KeptObjects;
  readonly avatars: Avatars;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** What the pool knows of a fan, as far as it may be shown. */
async function shownAttributes(deps: ShownDeps, sub: string): ReturnType<ServerDeps['attributesOf']> {
  const found = await deps.pool.attributesOf(sub);
  // The pool does not know our reserved names; whoever took one there does not bear it here.
  if (!found) return found;
  const avatar = await avatarOf(deps, sub, found.avatar);
  return { ...found, avatar, ...((await mayBear(deps.db, found.nickname, sub)) ? {} : { nickname: '' }) };
}

/** The pool lets a fan write any key: what is not shown yet must be the fan's own picture. Others stay hidden. */
async function avatarOf(deps: ShownDeps, sub: string, key: string | null): Promise<string | null> {
  const { db, kept, avatars, now, onError } = deps;
  if (key === null) return null;
  const shown = await readAvatar(db, sub);
  if (shown === key && isAvatarOf(sub, key)) return key;
  // A fan who stored this one may have stored others, too.
  if (isAvatarOf(sub, key)) await kept.noteUploads?.(key.split('/').slice(0, 3).concat('').join('/'));
  const objects = { ...registrable(kept, now), stat: kept.stat };
  if (!v.is(ObjectKey, key) || !(await mayShowAvatar(objects, sub, key))) return null;
  // Asked again with the next renewal, also where the server's role may not store it yet (aws.yaml).
  const derived = await avatars.derive(key, sub).catch((error: unknown) => {
    onError(error);
    return 'busy' as const;
  });
  if (derived === 'busy') return shown;
  return derived === 'derived' ? key : null;
}

/** As in the embedded pool, a name somebody has stays when it is reserved later. */
async function mayBear(db: Kysely<Database>, nickname: string, sub: string): Promise<boolean> {
  const profile = await readProfile(db, sub);
  return profile?.nickname === publicName({ userId: sub, nickname }) || mayUseName(db, nickname, sub);
}

interface Store {
  readonly kept: KeptObjects;
  readonly config: ClientConfig['objects'];
  /** Where browsers get credentials for it. */
  readonly identityPoolEndpoint: string | null;
  readonly mounts: ServerDeps['mounts'];
}

function bucketStore({ db, cognito, now }: ExternalOptions, settings: BucketSettings): Store {
  const { endpoint, region, bucket, publicBase } = settings;
  return {
    // Amazon gives fans credentials for whole folders, and tells the server neither of these nor of what is stored by them.
    kept: { ...createBucket(settings), ...createUploadNotes(db, now) },
    config: { endpoint, region, bucket, publicBase, isPreviewFirst: true },
    identityPoolEndpoint: cognito.identityEndpoint,
    mounts: {},
  };
}

/** Our own store knows our own credentials only: an identity pool of ours gives them for the pool's tokens. */
async function ownStore(
  options: ExternalOptions,
  ids: Parameters<typeof createIdentityPool>[0]['ids'],
  verifyToken: TokenVerifier,
): Promise<Store> {
  const { db, now, onError } = options;
  const keys = await openIdentityKeys(db);
  const identityPool = createIdentityPool({ ids, keys, verifyToken, now, onError });
  const objects = await createOwnStore(options, identityPool);
  return {
    kept: keptObjects(objects, db, null),
    config: ownStoreConfig,
    identityPoolEndpoint: '/identity',
    mounts: { '/identity': identityPool.fetch, '/s3': objects.fetch },
  };
}
