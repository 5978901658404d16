// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { tenants } from '../../../../tenants/index.ts';
import { settings } from '../../../messages/jaSettings.ts';
import { type Services, ServicesProvider } from '../../../services/services.tsx';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { ProfileTab } from './ProfileTab.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('ACC-11a what is typed while a profile is saved stays, and can be saved as well', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  let stored = { name: '私', nickname: 'サポ', extended1: '', extended2: '', avatar: null };
  let answer: () => void = () => undefined;
  const updateProfile = vi.fn(async (sent: { readonly nickname: string }) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    stored = { ...stored, nickname: sent.nickname };
  });
  const user = { id: 'me', name: 'サポ', usepermit: true } as SessionUser;
  const state = { status: 'signedIn', user };
  const services = {
    tenant: tenants[0],
    config: { objects: { publicBase: '/s3/photos' } },
    session: { getState: () => state, subscribe: () => () => {}, fetchProfile: async () => stored, updateProfile },
  } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ServicesProvider services={services}>
          <ProfileTab user={user} />
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  const field = () => host.querySelector<HTMLInputElement>('[name=nickname]') ?? expect.fail('no field');
  const button = () =>
    [...host.querySelectorAll('button')].find(({ textContent }) => textContent === settings.save) ??
    expect.fail('no button');
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(field().value).toBe('サポ');
  });
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
      field().dispatchEvent(new Event('input', { bubbles: true }));
    });
  const untilIdle = () =>
    vi.waitFor(async () => {
      await act(async () => answer());
      expect(button().getAttribute('aria-busy')).toBeNull();
    });
  await type('応援団');
  await act(async () => button().click());
  await type('応援団長');
  await untilIdle();
  expect([stored.nickname, field().value, button().disabled]).toEqual(['応援団', '応援団長', false]);
  await act(async () => button().click());
  await untilIdle();
  // Nothing was typed meanwhile: the form shows what is stored.
  expect([stored.nickname, field().value, button().disabled]).toEqual(['応援団長', '応援団長', true]);
  act(() => root.unmount());
  host.remove();
});
