// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../../tests/support/render.tsx';
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
  await renderWith(<ProfileTab user={user} />, fakeServices({ state: { status: 'signedIn', user }, session }));
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
