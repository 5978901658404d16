import { expect, onTestFinished, test, vi } from 'vitest';
import { accountState, setUp } from '../../tests/support/sessionSetup.ts';
import { AppError } from '../contract/errors.ts';
import type { Session } from './session.ts';

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

test('ACC-13a a sign-in brings a suspension and the role of staff without a reload', async () => {
  const { getAccountState, change } = changingState();
  const suspension = { reason: '迷惑', until: null };
  change({ suspension, staff: { role: 'editor', waiting: 2 } });
  const { session } = setUp({ getAccountState });
  await session.login('fan@example.jp', 'password');
  await vi.waitFor(() => expect(userOf(session)).toMatchObject({ suspension, staff: { role: 'editor', waiting: 2 } }));
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

test('ACC-08a ACC-13b who is no member under the present rules has yet to agree, until it is done', async () => {
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
