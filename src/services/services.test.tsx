// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, press, renderHookWith, renderWith, signedInFan } from '../../tests/support/render.tsx';
import { firstBookmark } from '../messages/jaBookmark.ts';
import { offlineDeed } from '../messages/jaOffline.ts';
import type { SessionState } from '../session/sessionState.ts';
import { Toasts } from '../ui/toasts.tsx';
import { useRequireLogin } from './requireLogin.ts';
import { useFirstBookmark } from './useFirstBookmark.ts';
import { useIsOnline } from './useIsOnline.ts';
import { pictureUrl } from './usePictureUrls.ts';
import { useServerToggle } from './useServerToggle.ts';

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

const stateOf = (fan: object): SessionState => ({
  status: 'signedIn',
  user: { id: 'me', name: '私', usepermit: false, ...fan },
});

/** A button that does what the hook's function does, and what is said. */
const draw = (useAct: () => () => void, services = fakeServices({ state: signedInFan })) => {
  function Button() {
    const run = useAct();
    return (
      <button type="button" onClick={run}>
        押す
      </button>
    );
  }
  const both: ReactNode[] = [<Button key="button" />, <Toasts key="toasts" />];
  return renderWith(both, services);
};

test('SOC-01a a toggle is sent once while it is on its way, and again afterwards, also when it failed', async () => {
  const ends: (() => void)[] = [];
  const send = vi.fn(() => new Promise<void>((_, refuse) => ends.push(() => refuse(new Error('refused')))));
  await draw(() => useServerToggle(send, 'like'));
  const button = screen.getByRole('button');
  // Both before anything is drawn anew.
  await act(async () => {
    button.click();
    button.click();
  });
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => ends[0]?.());
  await press('押す');
  expect(send).toHaveBeenCalledTimes(2);
});

test('SOC-01b a press that waited for the login is sent once', async () => {
  const send = vi.fn(() => new Promise<void>(() => undefined));
  let state: SessionState = { status: 'anonymous' };
  const drawn = await draw(() => useServerToggle(send, 'like'), fakeServices({ state: () => state }));
  await press('押す');
  expect(send).not.toHaveBeenCalled();
  state = signedInFan;
  // Pressed again before what waited is gone on with.
  await press('押す');
  await act(async () => drawn.waiting().resume());
  expect(send).toHaveBeenCalledTimes(1);
});

test('SOC-01b without signal a toggle is not tried, and the fan is told why', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const send = vi.fn(async () => undefined);
  await draw(() => useServerToggle(send, 'like'));
  await press('押す');
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText(offlineDeed)).toBeDefined();
});

test('ACC-13b who has not agreed to the rules is led there before anything is done', async () => {
  const demandAgreement = vi.fn();
  const state = stateOf({ agreement: 'missing' });
  const run = vi.fn();
  await draw(
    () => {
      const requireLogin = useRequireLogin();
      return () => requireLogin(run, 'post');
    },
    fakeServices({ state, session: { demandAgreement } }),
  );
  await press('押す');
  expect([demandAgreement.mock.calls.length, run.mock.calls.length]).toEqual([1, 0]);
});

test('FAN-12d each fan is told once where bookmarks go, also on a shared device', async () => {
  for (const id of ['aki', 'ben']) {
    const state = stateOf({ id });
    const { unmount } = await draw(useFirstBookmark, fakeServices({ state }));
    await press('押す');
    await press('押す');
    expect(screen.getAllByText(firstBookmark)).toHaveLength(1);
    unmount();
  }
});

test('T24 what listens to the signal ends with its component', async () => {
  const open = new Set<unknown>();
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((kind, listener) => {
    if (kind === 'offline' || kind === 'online') open.add(`${kind} ${String(listener)}`);
  });
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation(
    (kind, listener) => void open.delete(`${kind} ${String(listener)}`),
  );
  const { unmount, result } = await renderHookWith(() => useIsOnline(), undefined);
  expect([result.current, open.size > 0]).toEqual([true, true]);
  unmount();
  expect([...open]).toEqual([]);
});

test('IMG-02 artwork of the site keeps its own address; a stored picture has the store’s', () => {
  expect([pictureUrl('/s3/photos', '/art/a.jpg'), pictureUrl('/s3/photos', 'ugc/a.jpg')]).toEqual([
    '/art/a.jpg',
    '/s3/photos/ugc/a.jpg',
  ]);
});
