import { expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerOf } from '../contract/endpoints.ts';
import { AppError } from '../contract/errors.ts';
import { tenantIdOf } from '../navigation/tenantIdOf.ts';
import type { Identity } from '../platform/identity/identity.ts';
import { namedIdentityError } from '../platform/identity/identityCall.ts';
import { createTokenSource, type Tokens } from '../platform/identity/identityTokens.ts';
import { createWebStorage } from '../platform/storage/webStorage.ts';
import { createRememberedUser } from './rememberedUserStore.ts';
import { createSession, type Session } from './session.ts';
import type { SessionDeps } from './sessionDeps.ts';

const issued: Tokens = {
  userId: 'u1',
  session: '1',
  idToken: 'id',
  accessToken: 'access',
  refreshToken: 'refresh',
  expiresAt: Date.now() + 3_600_000,
};

const accountState: AnswerOf<'getAccountState'> = {
  Name: 'みどり',
  usepermit: true,
  memberships: [{ tenant_id: 'club', agreed_version: '2' }],
  suspension: null,
};

function setUp(
  change: Partial<SessionDeps['api']> = {},
  items: Record<string, string> = {},
  first: Tokens | null = issued,
  refresh: (old: Tokens) => Promise<Tokens> = async (old) => old,
  isForgotten = false,
) {
  const stored = new Map(Object.entries(items));
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  let kept: Tokens | null = items.USER_ID === undefined && !isForgotten ? null : first;
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

test('ACC-02c ACC-02f a member’s login closes the dialog and remembers fan and tenant', async () => {
  const { session, stored, identity } = setUp();
  expect(await session.login(' a@b.jp ', 'pw')).toEqual({ next: 'close' });
  expect(identity.signIn).toHaveBeenCalledWith('a@b.jp', 'pw', 'club');
  expect(session.getState()).toEqual({ status: 'signedIn', user: { id: 'u1', name: 'みどり', usepermit: true } });
  expect(Object.fromEntries(stored)).toEqual({
    USER_ID: 'u1',
    USER_NAME: 'みどり',
    USER_PERMISSION: '{"club":true}',
    login_tenant: 'club',
    tenant_id: 'club',
  });
});

test('ACC-04d whoever the identity provider is, it is told a full-width address in plain letters', async () => {
  const { session, identity } = setUp();
  const [wide, plain] = [' Ｆan＠ｂ．jp ', 'Fan@b.jp'];
  await session.login(wide, 'pw');
  await session.signUp({ email: wide, password: 'pw', name: 'あ', nickname: 'Ａ', extended1: '', extended2: '' });
  await session.confirm(wide, '1');
  await session.resend(wide);
  await session.forgotPassword(wide);
  await session.confirmForgotPassword(wide, '1', 'ｐｗ');
  await session.askForEmail(wide, 'pw');
  expect(identity.signIn).toHaveBeenCalledWith(plain, 'pw', 'club');
  expect(identity.signUp).toHaveBeenCalledWith(expect.objectContaining({ email: plain, nickname: 'Ａ' }), 'club');
  expect(identity.confirmSignUp).toHaveBeenCalledWith(plain, '1');
  expect(identity.resendCode).toHaveBeenCalledWith(plain);
  expect(identity.forgotPassword).toHaveBeenCalledWith(plain);
  expect(identity.confirmForgotPassword).toHaveBeenCalledWith(plain, '1', 'ｐｗ');
  expect(identity.updateAttributes).toHaveBeenCalledWith('access', { email: plain });
});

test('ACC-02d a fan new to the tenant, or to its new rules, is asked to agree', async () => {
  for (const list of [
    [],
    [{ tenant_id: 'other', agreed_version: '2' }],
    [{ tenant_id: 'club', agreed_version: '1' }],
  ]) {
    const { session, stored } = setUp({ getUserTenants: async () => ({ list }) });
    expect(await session.login('a@b.jp', 'pw')).toEqual({ next: 'rule-agreement' });
    expect(stored.has('login_tenant')).toBe(false);
  }
});

test('ACC-02b a use-permit that cannot be fetched flags the prompt and does not stop the login', async () => {
  const getUsepermit = async () => {
    throw new AppError('UNAVAILABLE', 'later');
  };
  const { session } = setUp({ getUsepermit });
  expect(await session.login('a@b.jp', 'pw')).toEqual({ next: 'close' });
  expect(session.getState()).toMatchObject({ user: { usepermit: null } });
});

test('ACC-02a any other failure on the way leaves nobody signed in', async () => {
  const getUserTenants = async () => {
    throw new AppError('NETWORK', 'later');
  };
  const { session, stored } = setUp({ getUserTenants });
  await expect(session.login('a@b.jp', 'pw')).rejects.toMatchObject({ code: 'NETWORK' });
  expect(session.getState()).toEqual({ status: 'anonymous' });
  expect(stored.has('USER_ID')).toBe(false);
  expect(await session.getIdToken()).toBeNull();
});

test('ACC-03b logout clears the login tenant, keeps the present one, revokes the token, wipes caches', async () => {
  const { session, stored, identity, onSignedOut } = setUp();
  await session.login('a@b.jp', 'pw');
  await session.logout();
  expect(Object.fromEntries(stored)).toEqual({ tenant_id: 'club' });
  expect(identity.revoke).toHaveBeenCalledWith('refresh');
  expect(onSignedOut).toHaveBeenCalledWith('u1');
});

const signedIn = { USER_ID: 'u1', USER_NAME: 'みどり' };
const userOf = (session: Session) => {
  const state = session.getState();
  return state.status === 'anonymous' ? null : state.user;
};
/** Answers that a test changes as another device would. */
function changingState() {
  let state = accountState;
  const getAccountState = vi.fn(async () => state);
  return { getAccountState, change: (next: Partial<typeof state>) => (state = { ...state, ...next }) };
}

test('ACC-13a ACC-13c what another device changed is here after the start, and with each renewal', async () => {
  const { getAccountState, change } = changingState();
  change({ Name: '新しい名前', usepermit: false, suspension: { reason: '迷惑', until: null } });
  const { session, stored } = setUp(
    { getAccountState },
    { ...signedIn, USER_PERMISSION: '{"club":true,"other":true}' },
  );
  expect(userOf(session)).toMatchObject({ name: 'みどり', usepermit: true });
  const renewed = { id: 'u1', name: '新しい名前', usepermit: false, suspension: { reason: '迷惑', until: null } };
  await vi.waitFor(() => expect(userOf(session)).toEqual(renewed));
  // Another tenant's stays what it is.
  expect(stored.get('USER_PERMISSION')).toBe('{"other":true,"club":false}');
  change({ usepermit: true, suspension: null });
  await session.renew();
  expect(userOf(session)).toMatchObject({ usepermit: true, suspension: null });
  expect(stored.get('USER_SUSPENSION')).toBeUndefined();
});

test('ACC-13a one value of an older build, for all tenants, counts for none', () => {
  const { session } = setUp({ getAccountState: () => new Promise(() => {}) }, { ...signedIn, USER_PERMISSION: 'true' });
  expect(userOf(session)?.usepermit).toBeNull();
});

test('ACC-13a without signal what is remembered goes on', async () => {
  const getAccountState = async () => {
    throw new AppError('NETWORK', 'later');
  };
  const { session } = setUp({ getAccountState }, { ...signedIn, USER_PERMISSION: '{"club":true}' });
  await session.renew();
  expect(userOf(session)).toEqual({ id: 'u1', name: 'みどり', usepermit: true });
});

test('ACC-13a the page that comes back asks after five minutes, not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { getAccountState } = changingState();
  const { session, returnTo } = setUp({ getAccountState }, signedIn);
  await session.renew();
  const before = getAccountState.mock.calls.length;
  vi.setSystemTime(Date.now() + 5 * 60_000);
  returnTo();
  expect(getAccountState).toHaveBeenCalledTimes(before);
  vi.setSystemTime(Date.now() + 1);
  returnTo();
  expect(getAccountState).toHaveBeenCalledTimes(before + 1);
});

test('ACC-13a an answer asked for before the fan changed something here does not take it back', async () => {
  let answer: (state: typeof accountState) => void = () => {};
  const getAccountState = vi.fn(() => new Promise<typeof accountState>((resolve) => (answer = resolve)));
  const { session } = setUp({ getAccountState }, signedIn);
  const renewing = session.renew();
  await vi.waitFor(() => expect(getAccountState).toHaveBeenCalledTimes(1));
  await session.setUsepermit(false);
  answer({ ...accountState, usepermit: true });
  await vi.waitFor(() => expect(getAccountState).toHaveBeenCalledTimes(2));
  answer({ ...accountState, usepermit: false });
  await renewing;
  expect(userOf(session)?.usepermit).toBe(false);
});

test('ACC-08a ACC-13b whom the server does not know under the present rules has yet to agree, until it is done', async () => {
  for (const memberships of [
    [],
    [{ tenant_id: 'other', agreed_version: '2' }],
    [{ tenant_id: 'club', agreed_version: '1' }],
  ]) {
    const { getAccountState, change } = changingState();
    change({ memberships });
    // What the fan before had remembered is nobody's word for this one.
    const { session } = setUp({ getAccountState }, { ...signedIn, login_tenant: 'club' });
    await vi.waitFor(() => expect(userOf(session)?.agreement).toBe('missing'));
    session.demandAgreement();
    await session.renew();
    expect(userOf(session)?.agreement).toBe('demanded');
    session.putOffAgreement();
    expect(userOf(session)?.agreement).toBe('missing');
    await session.agreeToRules();
    expect(userOf(session)).not.toHaveProperty('agreement');
  }
});

test('QUE-05c a remembered fan whose tokens are gone is anonymous', async () => {
  const { session } = setUp({}, { USER_ID: 'u1', USER_NAME: 'a' }, null);
  expect(session.getState().status).toBe('signedIn');
  await vi.waitFor(() => expect(session.getState().status).toBe('anonymous'), { timeout: 20_000 });
});

test('QUE-01b tokens without a remembered fan (killed before local storage was written): still signed in', async () => {
  const claims = Buffer.from(JSON.stringify({ sub: 'u1', nickname: 'みどり' })).toString('base64');
  const tokens = { ...issued, idToken: `h.${claims}.s` };
  const { session, stored } = setUp({}, {}, tokens, undefined, true);
  expect(session.getState()).toEqual({ status: 'anonymous' });
  await vi.waitFor(
    () =>
      expect(session.getState()).toMatchObject({ user: { id: 'u1', name: 'みどり', usepermit: true } }),
    { timeout: 20_000 },
  );
  expect(Object.fromEntries(stored)).toMatchObject({
    USER_ID: 'u1',
    USER_NAME: 'みどり',
    USER_PERMISSION: '{"club":true}',
  });
});

test('TEN-01a the tenant is the first segment, on common pages the query’s t; others are none', () => {
  const known = (id: string) => id === 'club';
  const of = (pathname: string, search = '') => tenantIdOf({ pathname, search }, known);
  expect(of('/club/')).toBe('club');
  expect(of('/club/common/notice-list.html')).toBe('club');
  expect(of('/common/notice-list.html', '?t=club')).toBe('club');
  expect(of('/common/notice-list.html')).toBeNull();
  expect(of('/other/', '?t=club')).toBeNull();
});

const known = { USER_ID: 'u1', USER_NAME: 'a', login_tenant: 'club' };
const refusedToken = () => namedIdentityError('NotAuthorizedException', 'Access Token has been revoked', 400);

test('ACC-11a the fan’s own data, and a new nickname at once where the name is shown', async () => {
  const { session, stored } = setUp({}, known);
  expect(await session.fetchProfile()).toEqual({
    email: 'a@b.jp',
    name: 'あ',
    nickname: '',
    extended1: '',
    extended2: '',
    avatar: null,
  });
  await session.updateProfile({ name: '山田 花子', nickname: 'はな' });
  expect(session.getState()).toMatchObject({ user: { name: 'はな' } });
  expect(stored.get('USER_NAME')).toBe('はな');
  await session.updateProfile({ 'custom:extended4': 'key' });
  expect(session.getState()).toMatchObject({ user: { name: 'はな' } });
});

test('ACC-07 a refused access token is renewed once, and the call goes out again', async () => {
  const { session, identity } = setUp({}, known, issued, async (old) => ({ ...old, accessToken: 'renewed' }));
  identity.fetchAttributes.mockRejectedValueOnce(refusedToken());
  await session.fetchProfile();
  expect(identity.fetchAttributes.mock.calls).toEqual([['access'], ['renewed']]);
});

test('QUE-05c a login ended elsewhere says so: no input error, nobody’s data is forgotten', async () => {
  const { session, identity, stored, onSignedOut } = setUp({}, known, issued, async () => {
    throw new AppError('NotAuthorizedException', 'login');
  });
  identity.fetchAttributes.mockRejectedValueOnce(refusedToken());
  await expect(session.fetchProfile()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED', retry: 'login' });
  expect(session.getState().status).toBe('expired');
  expect(stored.get('USER_ID')).toBe('u1');
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('ACC-06 a wrong present password is tried once: a second try would count against the account', async () => {
  const { session, identity } = setUp({}, known);
  identity.changePassword.mockRejectedValueOnce(
    namedIdentityError('NotAuthorizedException', 'Incorrect username or password.', 400),
  );
  await expect(session.changePassword('a', 'b')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  expect(identity.changePassword).toHaveBeenCalledTimes(1);
});

test('ACC-10a leaving deletes the account first: a failure leaves the fan signed in', async () => {
  const { session, identity, onSignedOut } = setUp({}, known);
  identity.deleteUser.mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  await expect(session.leave()).rejects.toMatchObject({ code: 'NETWORK' });
  expect(session.getState().status).toBe('signedIn');
  await session.leave();
  expect(session.getState().status).toBe('anonymous');
  expect(onSignedOut).toHaveBeenCalledWith('u1');
});

test('ACC-03c signing out everywhere signs out here, too', async () => {
  const { session, identity, stored } = setUp({}, known);
  await session.logoutEverywhere();
  expect(identity.signOutEverywhere).toHaveBeenCalledWith('access');
  expect(session.getState().status).toBe('anonymous');
  expect(stored.has('login_tenant')).toBe(false);
});

test('DAT-03c a page that comes back as it was left looks who is signed in now', async () => {
  const { session, tokens, stored, comeBack } = setUp({}, known);
  comeBack();
  await Promise.resolve();
  expect(session.getState().status).toBe('signedIn');
  // In a document that could not tell this one.
  await tokens.clear();
  comeBack();
  await vi.waitFor(() => expect(session.getState().status).toBe('anonymous'));

  await tokens.save({ ...issued, userId: 'u2' });
  for (const [key, value] of Object.entries({ USER_ID: 'u2', USER_NAME: 'べつ' })) stored.set(key, value);
  comeBack();
  await vi.waitFor(() => expect(session.getState()).toMatchObject({ status: 'signedIn', user: { id: 'u2' } }));
});
