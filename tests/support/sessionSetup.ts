/** A session on fakes, for its tests. */
import { vi } from 'vitest';
import type { AnswerOf } from '../../src/contract/endpoints.ts';
import type { Identity } from '../../src/platform/identity/identity.ts';
import { createTokenSource, type TokenStore, type Tokens } from '../../src/platform/identity/identityTokens.ts';
import { createWebStorage } from '../../src/platform/storage/webStorage.ts';
import { createRememberedUser } from '../../src/session/rememberedUserStore.ts';
import { createSession } from '../../src/session/session.ts';
import type { SessionDeps } from '../../src/session/sessionDeps.ts';

export const issued: Tokens = {
  userId: 'u1',
  session: '1',
  idToken: 'id',
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: Date.now() + 3_600_000,
};

export const accountState: AnswerOf<'getAccountState'> = {
  Name: 'みどり',
  usepermit: true,
  memberships: [{ tenant_id: 'club', agreed_version: '2' }],
  suspension: null,
};

export function setUp(
  change: Partial<SessionDeps['api']> = {},
  items: Record<string, string> = {},
  first: Tokens | null = issued,
  refresh: (old: Tokens) => Promise<Tokens> = async (old) => old,
  isForgotten = false,
  /** Where the tokens are kept; left out: in memory. */
  tokenStore?: TokenStore,
) {
  const stored = new Map(Object.entries(items));
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  let kept: Tokens | null = items.USER_ID === undefined && !isForgotten ? null : first;
  const tokens = createTokenSource({
    store: tokenStore ?? {
      load: async () => kept,
      save: async (next) => {
        kept = next;
      },
      clear: async () => {
        kept = null;
      },
    },
    refresh,
    exclusively: (run) => run(),
  });
  const identity = {
    signIn: vi.fn(async () => issued),
    revoke: vi.fn(async () => undefined),
    fetchAttributes: vi.fn(
      async (_token: string): Promise<Record<string, string>> => ({ email: 'a@b.jp', name: 'あ' }),
    ),
    signUp: vi.fn(async () => undefined),
    confirmSignUp: vi.fn(async () => undefined),
    resendCode: vi.fn(async () => undefined),
    forgotPassword: vi.fn(async () => undefined),
    confirmForgotPassword: vi.fn(async () => undefined),
    updateAttributes: vi.fn(async () => undefined),
    changePassword: vi.fn(async () => undefined),
    signOutEverywhere: vi.fn(async () => undefined),
    deleteUser: vi.fn(async () => undefined),
  };
  const onSignedOut = vi.fn();
  let comeBack = () => {};
  let returnTo = () => {};
  const session = createSession({
    api: {
      getOwnAttributes: async () => ({ sub: 'u1', Username: 'u1', Name: 'みどり' }),
      getAccountState: async () => accountState,
      getUsepermit: async () => ({ usepermit: true }),
      putUsepermit: async () => ({ result: 'ok' }),
      getUserTenants: async () => ({ list: [{ tenant_id: 'club', agreed_version: '2' }] }),
      putUserTenant: async () => ({ result: 'ok' }),
      ...change,
    },
    tokens,
    identity: identity as unknown as Identity,
    remembered: createRememberedUser(
      () => 'club',
      createWebStorage(() => storage),
    ),
    getTenant: () => ({ id: 'club', rulesVersion: '2' }),
    onSignedOut,
    onRestored: (listener) => {
      comeBack = listener;
    },
    onReturned: (listener) => {
      returnTo = listener;
    },
  });
  return { session, stored, identity, onSignedOut, tokens, comeBack: () => comeBack(), returnTo: () => returnTo() };
}
