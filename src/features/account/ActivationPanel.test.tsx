// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { activation } from '../../messages/jaAccount.ts';
import { ActivationPanel } from './ActivationPanel.tsx';
import { savePendingEmail } from './pendingEmail.ts';

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', `/common/account-activation.html?t=${CLUB}`);
});

async function open() {
  const session = { confirm: vi.fn(async () => undefined), resend: vi.fn(async () => undefined) };
  const { container } = await renderWith(<ActivationPanel />, fakeServices({ session }));
  return { session, container };
}
const field = () => screen.queryByLabelText<HTMLInputElement>(activation.email);
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));

test('ACC-04f after a forgotten password no code is said to be sent; the address stands in its field', async () => {
  savePendingEmail('fan@example.jp');
  const { container, session } = await open();
  expect(container.textContent).toContain(activation.lead);
  expect(container.textContent).not.toContain(activation.sentTo('fan@example.jp'));
  expect(field()?.value).toBe('fan@example.jp');
  // Whether the server has such a sign-up it does not tell: no claim here either.
  await press(activation.resend);
  expect(session.resend).toHaveBeenCalledExactlyOnceWith('fan@example.jp');
  expect(container.textContent).toContain(activation.asked('fan@example.jp'));
  expect(container.textContent).not.toContain(activation.resent);
  await type(activation.email, 'other@example.jp');
  expect(container.textContent).not.toContain(activation.asked('other@example.jp'));
});

test('ACC-04f after the sign-up the page names its address, and another one can be entered', async () => {
  savePendingEmail('typo@example.jp', { isCodeSent: true });
  // The login on the way here knows the same address and sends nothing.
  savePendingEmail('typo@example.jp');
  const { container, session } = await open();
  expect(container.textContent).toContain(activation.sentTo('typo@example.jp'));
  expect(field()).toBeNull();
  await press(activation.resend);
  expect(container.textContent).toContain(activation.resent);
  await press(activation.other);
  expect(container.textContent).not.toContain(activation.sentTo('typo@example.jp'));
  expect(document.activeElement).toBe(field());
  await type(activation.email, 'fan@example.jp');
  await type(activation.code, '123456');
  await press(screen.getByRole('button', { name: activation.submit }));
  expect(session.confirm).toHaveBeenCalledExactlyOnceWith('fan@example.jp', '123456');
});
