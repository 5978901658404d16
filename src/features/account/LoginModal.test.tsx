// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { IDENTITY_ERRORS } from '../../contract/errorCodes.ts';
import { AppError } from '../../contract/errors.ts';
import { login } from '../../messages/jaAccount.ts';
import { errorText, identityErrors } from '../../messages/jaErrors.ts';
import { loginReasons } from '../../messages/jaLogin.ts';
import { takeStoredPage } from '../../navigation/storedPage.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import type { LoginResult } from '../../session/completeLogin.ts';
import { takeActionAtSignUp } from './actionAtSignUp.ts';
import { LoginModal } from './LoginModal.tsx';
import { hasTypedPassword, keepTypedPassword } from './typedPassword.ts';

const photo = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
let host: HTMLElement;

beforeEach(() => history.replaceState(null, '', `/${CLUB}/`));

function Waiting({ action }: { readonly action: () => void }) {
  const requireLogin = useRequireLogin();
  return <button type="button" aria-label="wait" onClick={() => requireLogin(action, 'like', photo)} />;
}

/** The modal over a page whose button waits for a login. */
async function open(answer: () => Promise<LoginResult>, action: () => void = () => {}) {
  cleanup();
  const session = { login: vi.fn(answer) };
  const both = [<Waiting key="page" action={action} />, <LoginModal key="modal" onClose={() => {}} />];
  host = (await renderWith(both, fakeServices({ session }))).container;
  await press('wait');
  return session;
}
const submit = () =>
  act(async () => {
    host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

test('ACC-01c ACC-01d a failure shows its sentence in the banner, and the account is said to be common', async () => {
  await open(() => Promise.reject(new AppError('NotAuthorizedException', 'never')));
  await submit();
  expect(host.querySelector('[role="alert"]')?.textContent).toContain(errorText('NotAuthorizedException'));
  expect(host.textContent).toContain(login.common);
});

test('FAN-07a the head says what the login is for and shows its photo; opened by itself it says login', async () => {
  await open(async () => ({ next: 'close' }));
  expect(host.querySelector('h2')?.textContent).toContain(loginReasons.like);
  expect(host.querySelector('h2 img')?.getAttribute('src')).toContain('/aaaaaaaaaaaaaaaaaaaa');
  await submit();
  expect(host.querySelector('h2')?.textContent).toBe(login.title);
});

test('FAN-07c a password typed at the sign-up is forgotten with a login, and stays after a failed one', async () => {
  keepTypedPassword('aki@example.jp', 'secret');
  await open(() => Promise.reject(new AppError('NotAuthorizedException', 'never')));
  await submit();
  expect(hasTypedPassword('aki@example.jp')).toBe(true);
  await open(async () => ({ next: 'close' }));
  await submit();
  expect(hasTypedPassword('aki@example.jp')).toBe(false);
});

test('FAN-07d an action goes on waiting on the way to the sign-up, and ends with a move to another page', async () => {
  const leave = async () => {
    await open(async () => ({ next: 'close' }), action);
    await act(async () => host.querySelector<HTMLElement>('a[href*="create-account"]')?.click());
  };
  const action = vi.fn();
  await leave();
  expect(location.pathname).toBe('/common/create-account.html');
  expect(takeStoredPage(CLUB)).toBe(`/${CLUB}/`);
  expect(takeActionAtSignUp()?.run).toBe(action);
  expect(takeActionAtSignUp()).toBeNull();
  await act(async () => history.replaceState(null, '', `/${CLUB}/`));
  await leave();
  await act(async () => history.pushState(null, '', `/${CLUB}/gallery.html`));
  expect(takeActionAtSignUp()).toBeNull();
  expect(takeStoredPage(CLUB)).toBeNull();
});

test('ACC-12a a fan who is not confirmed yet gets the way to the code', async () => {
  await open(() => Promise.reject(new AppError('UserNotConfirmedException', 'never')));
  await submit();
  const link = host.querySelector('[role="alert"] a');
  expect(link?.getAttribute('href')).toContain('account-activation.html');
});

test('ACC-02c after the login the action that waited runs, once', async () => {
  const action = vi.fn();
  await open(async () => ({ next: 'close' }), action);
  expect(action).not.toHaveBeenCalled();
  await submit();
  expect(action).toHaveBeenCalledTimes(1);
});

test('ASVS 7.6.2 a sign-in begins with the sent form, never by itself', async () => {
  const session = await open(async () => ({ next: 'close' }));
  await type('メールアドレス', 'fan@example.jp');
  await type('パスワード', 'Stadium2026');
  expect(session.login).not.toHaveBeenCalled();
  await submit();
  expect(session.login).toHaveBeenCalledExactlyOnceWith('fan@example.jp', 'Stadium2026');
});

test('ACC-02d a fan new to the tenant goes to its rules first; the action goes on waiting', async () => {
  const action = vi.fn();
  await open(async () => ({ next: 'rule-agreement' }), action);
  await submit();
  expect(location.pathname + location.search).toBe(`/common/rule-agreement.html?t=${CLUB}`);
  expect(action).not.toHaveBeenCalled();
});

test.each(IDENTITY_ERRORS)('ACC-12a %s stands in the banner in Japanese, and what was typed stays', async (code) => {
  await open(() => Promise.reject(new AppError(code, 'never')));
  await type('メールアドレス', 'fan@example.jp');
  await type('パスワード', 'Stadium2026');
  await submit();
  expect(host.querySelector('[role="alert"]')?.textContent).toContain(identityErrors[code]);
  expect([...host.querySelectorAll('input')].map(({ value }) => value)).toEqual(['fan@example.jp', 'Stadium2026']);
});

test('ACC-01a WCAG 3.3.8: names a password manager knows, and a password that can be shown', async () => {
  await open(async () => ({ next: 'close' }));
  const [email, password] = host.querySelectorAll('input');
  expect([email?.autocomplete, password?.autocomplete]).toEqual(['username', 'current-password']);
  expect(password?.type).toBe('password');
  await act(async () => host.querySelector<HTMLElement>('[aria-pressed]')?.click());
  expect(password?.type).toBe('text');
  expect(host.querySelector('input[onpaste], input[readonly]')).toBeNull();
});

test('ACC-01b the ways to sign-up, forgotten password and confirmation code', async () => {
  await open(async () => ({ next: 'close' }));
  const links = [...host.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    ['forgot-password', 'account-activation', 'create-account'].map((page) => `/common/${page}.html?t=${CLUB}`),
  );
});

test('ACC-02e a newcomer’s login leads to the index, not back to the code', async () => {
  history.replaceState(null, '', `/common/account-activation.html?t=${CLUB}`);
  await open(async () => ({ next: 'close' }));
  await submit();
  expect(location.pathname).toBe(`/${CLUB}/`);
});

test('ACC-02e a newcomer who left while the login was on its way stays where they went', async () => {
  history.replaceState(null, '', `/common/account-activation.html?t=${CLUB}`);
  await open(async () => {
    history.pushState(null, '', `/${CLUB}/gallery.html`);
    return { next: 'close' };
  });
  await submit();
  expect(location.pathname).toBe(`/${CLUB}/gallery.html`);
});

async function type(label: string, text: string) {
  const id = [...host.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor ?? '';
  const field = document.getElementById(id) as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
