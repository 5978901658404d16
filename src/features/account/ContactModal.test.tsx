// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { contactForm as texts } from '../../messages/jaContact.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { hasDirtyForm } from '../../ui/dirtyForms.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { ContactModal } from './ContactModal.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
let stack: ReturnType<typeof useOverlayStack>;
let overlays: ReturnType<typeof useOverlays>;
let state: SessionState = { status: 'anonymous' };
let isOnline = true;
const putContact = vi.fn<(input: { body: { contact_id: string } }) => Promise<{ result: 'ok' }>>();

function Watch() {
  stack = useOverlayStack();
  overlays = useOverlays();
  return null;
}
async function open(photo: string | null = null) {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  const session = {
    getState: () => state,
    subscribe: () => () => {},
    fetchProfile: async () => ({ email: 'own@example.jp' }),
  };
  const services = { tenant: findTenant(CLUB), session, api: { putContact } } as unknown as Services;
  await act(async () =>
    root.render(
      <ServicesProvider services={services}>
        <Watch />
        <ContactModal photo={photo} onClose={() => {}} />
      </ServicesProvider>,
    ),
  );
}
function close() {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
}
beforeEach(() => {
  sessionStorage.clear();
  putContact.mockReset().mockResolvedValue({ result: 'ok' });
  state = { status: 'anonymous' };
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(close);

const field = (label: string) => {
  const id = [...host.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))?.htmlFor ?? '';
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement))
    throw new Error(`no field ${label}`);
  return found;
};
const write = (label: string, words: string) =>
  act(async () => {
    const element = field(label);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, words);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const send = () =>
  act(async () => {
    host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

test('MOD-01a a visitor writes to the operator: what is missing is said, what was written goes once', async () => {
  await open();
  await send();
  expect(host.textContent).toContain(texts.missing);
  expect(putContact).not.toHaveBeenCalled();
  expect(hasDirtyForm()).toBe(false);
  await write(texts.message, '写真が回転します');
  await write(texts.email, 'fan@example.jp');
  expect(hasDirtyForm()).toBe(true);
  putContact.mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  await send();
  expect(host.textContent).toContain(texts.kept);
  await send();
  const [first, second] = putContact.mock.calls.map(([{ body }]) => body);
  // A second try on a bad line is the same message.
  expect(second).toEqual(first);
  expect(second).toMatchObject({ message: '写真が回転します', email: 'fan@example.jp', topic: 'usage' });
  expect(stack).toEqual([{ mode: 'result', text: texts.sent }]);
});

test('MOD-01a T28 a closed form keeps what was written until it is sent; without signal it cannot be sent', async () => {
  isOnline = false;
  await open();
  await write(texts.message, 'あとで送る');
  await write(texts.email, 'fan@example.jp');
  expect(host.textContent).toContain(texts.offline);
  await send();
  expect(putContact).not.toHaveBeenCalled();
  close();
  isOnline = true;
  await open();
  expect(field(texts.message).value).toBe('あとで送る');
  await send();
  expect(putContact).toHaveBeenCalledTimes(1);
  close();
  await open();
  expect(field(texts.message).value).toBe('');
});

test('MOD-01a a reported photo goes along by its key, apart from any other message', async () => {
  const key = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
  await open(key);
  expect(host.textContent).toContain(texts.aboutPhoto);
  await write(texts.message, '無断転載です');
  await write(texts.email, 'fan@example.jp');
  close();
  await open();
  expect(field(texts.message).value).toBe('');
  close();
  await open(key);
  await send();
  const body = putContact.mock.calls[0]?.[0].body;
  expect(body).toMatchObject({ topic: 'photo', message: `無断転載です\n\n${texts.photoLine(key)}` });
});

test('MOD-01a a fan’s own address stands there, can be changed, and the draft is nobody else’s', async () => {
  state = { status: 'signedIn', user: { id: 'me', name: '', usepermit: true } };
  await open();
  expect(field(texts.email).value).toBe('own@example.jp');
  await write(texts.email, '');
  expect(field(texts.email).value).toBe('');
  await write(texts.message, '秘密');
  close();
  state = { status: 'anonymous' };
  await open();
  expect(field(texts.message).value).toBe('');
});
