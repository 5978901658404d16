/** The signed-in fan's tokens: kept in IndexedDB so that page and service worker share them (T04), renewed by either. */

import { AppError } from '../../contract/errors.ts';
import { createListeners } from '../../rules/listeners.ts';

/** A token with less left than this is renewed before use, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000;

export interface Tokens {
  /** The fan's id: `sub` of the ID token, or the one an account that moved has kept. */
  readonly userId: string;
  /** Changes with every sign-in, stays over renewals: `auth_time` of the ID token. */
  readonly session: string;
  readonly idToken: string;
  readonly accessToken: string;
  /** null: the identity provider refused to renew; only a new sign-in helps. */
  readonly refreshToken: string | null;
  /** Epoch milliseconds of this device's clock, counted from the moment of issue: a wrong clock does no harm (T22). */
  readonly expiresAt: number;
}

/** Where tokens are kept. Implemented in `platform/identity/identityTokenStore.ts`. */
export interface TokenStore {
  load(): Promise<Tokens | null>;
  save(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
}

export interface TokenSource {
  /**
   * Tokens that are good now, renewed if need be; null when nobody is signed in.
   * `force`: renew although they look fresh (the server refused them). `allowExpired`: rather old ones than none.
   * @throws AppError NETWORK | TIMEOUT (later, never a logout: T19) · NotAuthorizedException (login: renewal was refused)
   */
  get(request?: { readonly force?: boolean; readonly allowExpired?: boolean }): Promise<Tokens | null>;
  /** What is kept, good or not; no network. */
  peek(): Promise<Tokens | null>;
  save(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
  /** Called once when the identity provider refuses to renew. */
  onRevoked(listener: (userId: string) => void): () => void;
}

export interface TokenSourceDeps {
  readonly store: TokenStore;
  /** InitiateAuth REFRESH_TOKEN_AUTH; see `identityRefresh.ts`. */
  readonly refresh: (tokens: Tokens & { readonly refreshToken: string }) => Promise<Tokens>;
  readonly now?: () => number;
  /** Runs one at a time over all tabs and workers; without Web Locks one at a time in this context. */
  readonly exclusively?: <T>(run: () => Promise<T>) => Promise<T>;
}

/** One per page or worker. */
export function createTokenSource({
  store,
  refresh,
  now = Date.now,
  exclusively = lockRenewal,
}: TokenSourceDeps): TokenSource {
  const revoked = createListeners<[userId: string]>();
  let renewing: Promise<Tokens | null> | null = null;

  const isFresh = (tokens: Tokens) => tokens.expiresAt - now() > RENEW_BEFORE_MS;

  async function renew(refused: string | null): Promise<Tokens | null> {
    return exclusively(() => renewKept({ store, refresh, isFresh, tellRevoked: revoked.tell }, refused));
  }

  return {
    async get({ force = false, allowExpired = false } = {}) {
      const tokens = await store.load();
      if (tokens === null) return null;
      // A revoked login is refused whatever its age says.
      if (tokens.refreshToken === null && allowExpired) return null;
      if (tokens.refreshToken !== null && !force && isFresh(tokens)) return tokens;
      renewing ??= renew(force ? tokens.idToken : null).finally(() => {
        renewing = null;
      });
      try {
        return await renewing;
      } catch (error) {
        if (allowExpired) return tokens;
        throw error;
      }
    },
    peek: () => store.load(),
    save: (tokens) => store.save(tokens),
    clear: () => store.clear(),
    onRevoked: revoked.subscribe,
  };
}

interface RenewalDeps extends Pick<TokenSourceDeps, 'store' | 'refresh'> {
  readonly isFresh: (tokens: Tokens) => boolean;
  readonly tellRevoked: (userId: string) => void;
}

/** To be run one at a time. `refused`: the ID token the server refused, however fresh it looks. */
async function renewKept(
  { store, refresh, isFresh, tellRevoked }: RenewalDeps,
  refused: string | null,
): Promise<Tokens | null> {
  const tokens = await store.load();
  if (tokens === null) return null;
  const { refreshToken } = tokens;
  if (refreshToken === null) throw new AppError('NotAuthorizedException', 'login');
  // Somebody else renewed while we waited for the lock.
  if (isFresh(tokens) && tokens.idToken !== refused) return tokens;
  try {
    const renewed = await refresh({ ...tokens, refreshToken });
    await saveIfSame(store, tokens, renewed);
    return renewed;
  } catch (error) {
    if (!(error instanceof AppError) || error.retry !== 'login') throw error;
    await saveIfSame(store, tokens, { ...tokens, refreshToken: null });
    tellRevoked(tokens.userId);
    throw error;
  }
}

/** A logout or another login during the renewal wins. */
async function saveIfSame(store: TokenStore, before: Tokens, after: Tokens) {
  const current = await store.load();
  if (current?.userId === before.userId && current.session === before.session) await store.save(after);
}

function lockRenewal<T>(run: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('identity-renewal', run) : run();
}

/** Claims of a JWT we got from the identity provider itself; only the server checks signatures. */
export function claimsOf(jwt: string): Readonly<Record<string, unknown>> {
  const payload = jwt.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

/**
 * Whose an ID token is; null: nobody's. An account that moved to this pool keeps its id (HLF-08): posts that wait, drafts, choices and
 * kept answers go on being its own.
 */
export function fanOfClaims(claims: Readonly<Record<string, unknown>>): string | null {
  const userId = claims['custom:user_id'] || claims.sub;
  return typeof userId === 'string' && userId !== '' ? userId : null;
}
