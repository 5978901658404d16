// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, press, renderWith } from '../../../../tests/support/render.tsx';
import type { NoticeSettings } from '../../../contract/entities.ts';
import { notification as texts } from '../../../messages/jaSettings.ts';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { NotificationTab } from './NotificationTab.tsx';

const user: SessionUser = { id: 'me', name: '私', usepermit: true };
const ALL = {
  comment: true,
  reply: true,
  reaction: true,
  follow: true,
  post: true,
  player: false,
  match: false,
  memory: false,
};
const own = (notice_settings: NoticeSettings) => ({ sub: 'me', Username: 'me', notice_settings });
type Read = (input: { readonly isFresh?: boolean }) => Promise<ReturnType<typeof own>>;

async function open(getOwnAttributes: Read) {
  const putNoticeSettings = vi.fn(async (_input: { readonly body: NoticeSettings }) => ({ result: 'ok' as const }));
  const api = { getOwnAttributes, putNoticeSettings };
  const page = await renderWith(
    <NotificationTab user={user} />,
    fakeServices({ state: { status: 'signedIn', user }, api }),
  );
  await waitFor(() => expect(find('reaction')).not.toBeNull());
  return { queryClient: page.queryClient, sent: () => putNoticeSettings.mock.calls.map(([{ body }]) => body) };
}
const find = (kind: keyof typeof ALL) =>
  screen.queryByRole<HTMLInputElement>('switch', { name: texts.kinds[kind][0], hidden: true });
const isOn = (kind: keyof typeof ALL) => find(kind)?.getAttribute('aria-checked') === 'true';
const turn = async (kind: keyof typeof ALL) => {
  await press(find(kind) ?? expect.fail('no switch'));
  await waitFor(() => expect(find(kind)?.disabled).toBe(false));
};

test('ACC-11d a switch changes itself alone: what another device turned off meanwhile stays off', async () => {
  const stored = { ...ALL, comment: false };
  // The worker’s copy is from before.
  const { sent } = await open(async ({ isFresh }) => own(isFresh ? stored : ALL));
  expect([isOn('reaction'), isOn('comment')]).toEqual([true, true]);
  await turn('reaction');
  expect(sent()).toEqual([{ ...stored, reaction: false }]);
  expect([isOn('reaction'), isOn('comment')]).toEqual([false, false]);
});

test('ACC-11d an answer from before the press that comes after it does not turn the switch back', async () => {
  let answer = () => {};
  const slow = vi
    .fn<Read>()
    .mockResolvedValueOnce(own(ALL))
    .mockImplementation(
      () =>
        new Promise((done) => {
          answer = () => done(own(ALL));
        }),
    );
  const { queryClient, sent } = await open((input) => (input.isFresh ? Promise.resolve(own(ALL)) : slow(input)));
  await act(async () => void queryClient.invalidateQueries());
  expect(slow).toHaveBeenCalledTimes(2);
  await turn('reaction');
  expect(sent()).toEqual([{ ...ALL, reaction: false }]);
  await act(async () => answer());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(isOn('reaction')).toBe(false);
});

test('ACC-11d what cannot be read or saved goes back, and nothing is sent without knowing the others', async () => {
  const { sent } = await open(({ isFresh }) =>
    isFresh ? Promise.reject(new Error('no signal')) : Promise.resolve(own(ALL)),
  );
  await turn('reaction');
  expect([sent(), isOn('reaction')]).toEqual([[], true]);
});

test('FAN-23b memories are off until they are turned on, also with settings that do not know them', async () => {
  const { memory: _, ...older } = ALL;
  const { sent } = await open(async () => own(older));
  expect([isOn('memory'), isOn('post')]).toEqual([false, true]);
  await turn('memory');
  expect(sent()).toEqual([{ ...older, memory: true }]);
});
