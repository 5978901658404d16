import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { PoolIds } from './embeddedPool.ts';
import type { IdentityKeys } from './identityKeys.ts';
import { TokenError, type TokenUser, type TokenVerifier } from './verifyToken.ts';
import { answerCall, CognitoError, operation } from './wire.ts';

const SERVICE = 'AWSCognitoIdentityService';
const LIFETIME_S = 3600;
const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const Session = v.object({
  accessKeyId: v.string(),
  sub: v.string(),
  session: v.nullable(v.string()),
  expiresAt: v.number(),
});
/** What a session token says: whose credentials they are, of which sign-in, and until when (epoch seconds). */
export type StorageSession = v.InferOutput<typeof Session>;

export interface IdentityPool {
  /** `POST /identity`: GetId and GetCredentialsForIdentity. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** The secret key that belongs to an access key id. */
  secretFor(accessKeyId: string): string;
  /** The session of a token we made; null for any other. Expiry is left to the caller, who has its own answer to it. */
  openSession(token: string): StorageSession | null;
  /** Whether the sign-in that credentials were given for has ended since (SAF-12): they are good no longer. */
  isEnded(session: StorageSession): Promise<boolean>;
}

export interface IdentityPoolDeps {
  readonly ids: PoolIds;
  readonly keys: IdentityKeys;
  readonly verifyToken: TokenVerifier;
  /** As the token verifier asks. Left out with Amazon's pool, which does not tell: credentials live out their hour. */
  readonly isRevoked?: (originJti: string, sub: string) => Promise<boolean>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const bounded = v.pipe(v.string(), v.maxLength(128));
const Logins = v.record(v.string(), v.pipe(v.string(), v.maxLength(8192)));

/** The embedded identity pool. Its credentials are computed, not stored: any server copy understands them. */
export function createIdentityPool(deps: IdentityPoolDeps): IdentityPool {
  const { ids, keys, verifyToken, isRevoked, now, onError } = deps;
  const loginKey = new URL(ids.issuer).host + new URL(ids.issuer).pathname;
  const seal = createSeal(keys.derive('storage sessions'));
  const secretKey = keys.derive('storage secrets');
  const secretFor = (accessKeyId: string) =>
    createHmac('sha256', secretKey).update(accessKeyId).digest('base64').slice(0, 40);

  const operations = {
    GetId: operation(v.object({ IdentityPoolId: bounded, Logins: v.nullish(Logins) }), async (request) => {
      if (request.IdentityPoolId !== ids.identityPoolId) {
        throw new CognitoError('ResourceNotFoundException', 'IdentityPool not found.');
      }
      return { IdentityId: identityOf(ids, (await signIn(verifyToken, request.Logins?.[loginKey])).sub) };
    }),
    GetCredentialsForIdentity: operation(
      v.object({ IdentityId: bounded, Logins: v.nullish(Logins) }),
      async ({ IdentityId, Logins: logins }) => {
        const { sub, originJti: session } = await signIn(verifyToken, logins?.[loginKey]);
        if (IdentityId !== identityOf(ids, sub)) throw refused('Logins do not match.');
        const accessKeyId = newAccessKeyId();
        const expiresAt = Math.floor(now() / 1000) + LIFETIME_S;
        const Credentials = {
          AccessKeyId: accessKeyId,
          SecretKey: secretFor(accessKeyId),
          SessionToken: seal.write({ accessKeyId, sub, session, expiresAt }),
          Expiration: expiresAt,
        };
        return { IdentityId, Credentials };
      },
    ),
  };
  return {
    fetch: (request) => answerCall(request, SERVICE, operations, onError),
    secretFor,
    openSession: seal.read,
    isEnded: async ({ session, sub }) =>
      isRevoked !== undefined && (session === null || (await isRevoked(session, sub))),
  };
}

async function signIn(verifyToken: TokenVerifier, token: string | undefined): Promise<TokenUser> {
  if (token === undefined) {
    throw refused('Unauthenticated access is not supported for this identity pool.');
  }
  try {
    return await verifyToken(token);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw refused(error.code === 'TOKEN_EXPIRED' ? 'Invalid login token. Token expired' : 'Invalid login token.');
  }
}

const refused = (message: string) => new CognitoError('NotAuthorizedException', message);

/** The same id for the same account every time, as a pool that stored its identities would give. */
function identityOf({ region, identityPoolId }: PoolIds, sub: string): string {
  const h = createHash('sha256').update(`${identityPoolId}\n${sub}`).digest('hex');
  return `${region}:${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

const newAccessKeyId = (): string =>
  `ASIA${Array.from({ length: 16 }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('')}`;

function createSeal(key: Buffer) {
  const macOf = (payload: string) => createHmac('sha256', key).update(payload).digest();
  const tokenOf = (payload: string) => `${payload}.${macOf(payload).toString('base64url')}`;
  return {
    write: (session: StorageSession): string => tokenOf(Buffer.from(JSON.stringify(session)).toString('base64url')),
    read(token: string): StorageSession | null {
      const [payload = ''] = token.split('.', 1);
      // The text as a whole: Node decodes base64url with any letters behind it, and a split forgets what follows (SAF-43).
      const given = Buffer.from(token);
      const expected = Buffer.from(tokenOf(payload));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // One of an older release says less: the client gets another.
      const parsed = v.safeParse(Session, JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      return parsed.success ? parsed.output : null;
    },
  };
}
