import { expect, test, vi } from 'vitest';
import { issued, setUp } from '../../tests/support/sessionSetup.ts';
import { AppError } from '../contract/errors.ts';
import { tenantIdOf } from '../navigation/tenantIdOf.ts';
import { namedIdentityError } from '../platform/identity/identityCall.ts';

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
  const failing = async () => {
    throw new AppError('UNAVAILABLE', 'later');
  };
  const { session } = setUp({ getUsepermit: failing, getAccountState: failing });
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
  const { session, stored, identity, onSignedOut, tokens } = setUp();
  await session.login('a@b.jp', 'pw');
  await session.logout();
  expect(await tokens.peek()).toBeNull();
  expect(Object.fromEntries(stored)).toEqual({ tenant_id: 'club' });
  expect(identity.revoke).toHaveBeenCalledWith('refresh');
  expect(onSignedOut).toHaveBeenCalledWith('u1');
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
    () => expect(session.getState()).toMatchObject({ user: { id: 'u1', name: 'みどり', usepermit: true } }),
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

test('RTE-18g a tenant in other letters is that tenant: in t, and in the path', () => {
  const of = (pathname: string, search = '') => tenantIdOf({ pathname, search }, (id) => id === 'club');
  expect(of('/common/notice-list.html', '?t=CLUB')).toBe('club');
  expect(of('/CLUB/nothing.html')).toBe('club');
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
