// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../../tests/support/render.tsx';
import { reservedName } from '../../../messages/jaReservedName.ts';
import { settings } from '../../../messages/jaSettings.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { ProfileTab } from './ProfileTab.tsx';

test('ACC-11a what is typed while a profile is saved stays, and can be saved as well', async () => {
  let stored = { name: '私', nickname: 'サポ', extended1: '', extended2: '', avatar: null };
  let answer: () => void = () => undefined;
  const updateProfile = vi.fn(async (sent: { readonly nickname: string }) => {
    await new Promise<void>((done) => {
      answer = done;
    });
    stored = { ...stored, nickname: sent.nickname };
  });
  const user: SessionUser = { id: 'me', name: 'サポ', usepermit: true };
  const session = { fetchProfile: async () => stored, updateProfile };
  const api = { getOwnAttributes: async () => ({ sub: 'me', Username: 'me', Name: 'サポ' }) };
  await renderWith(<ProfileTab user={user} />, fakeServices({ state: { status: 'signedIn', user }, session, api }));
  const field = () => document.querySelector<HTMLInputElement>('[name=nickname]') ?? expect.fail('no field');
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: settings.save });
  await waitFor(() => expect(field().value).toBe('サポ'));
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const untilIdle = () =>
    vi.waitFor(async () => {
      await act(async () => answer());
      expect(button().getAttribute('aria-busy')).toBeNull();
    });
  type('応援団');
  await press(settings.save);
  type('応援団長');
  await untilIdle();
  expect([stored.nickname, field().value, button().disabled]).toEqual(['応援団', '応援団長', false]);
  await press(settings.save);
  await untilIdle();
  // Nothing was typed meanwhile: the form shows what is stored.
  expect([stored.nickname, field().value, button().disabled]).toEqual(['応援団長', '応援団長', true]);
});

test('ROL-04e the settings ask a fan whose name was reserved for somebody else to choose another', async () => {
  const user: SessionUser = { id: 'me', name: '公式カメラ', usepermit: true };
  let nickname = user.name;
  const session = {
    fetchProfile: async () => ({ name: '私', nickname, extended1: '', extended2: '', avatar: null }),
    updateProfile: async (sent: { readonly nickname: string }) => {
      nickname = sent.nickname;
    },
  };
  const getOwnAttributes = async () => {
    const isReserved = nickname === '公式カメラ';
    return { sub: 'me', Username: 'me', Name: nickname, ...(isReserved ? { name_reserved: true } : {}) };
  };
  const services = fakeServices({ state: { status: 'signedIn', user }, session, api: { getOwnAttributes } });
  await renderWith(<ProfileTab user={user} />, services);
  await screen.findByText(reservedName);
  const field = document.querySelector<HTMLInputElement>('[name=nickname]') ?? expect.fail('no field');
  fireEvent.change(field, { target: { value: 'カメラ好き' } });
  await press(settings.save);
  await waitFor(() => expect(screen.queryByText(reservedName)).toBeNull());
});
