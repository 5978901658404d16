// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { getDefaultStore, Provider } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import { storageStuck } from '../../messages/jaStorage.ts';
import { countDirtyForm } from '../../ui/dirtyForms.ts';
import { StuckStorageBanner } from '../shell/StuckStorageBanner.tsx';
import { reloadForStuckStorage, storageOpened } from './stuckStorage.ts';

const reload = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  storageOpened();
  reload.mockReset();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

const showBanner = () =>
  renderWith(
    <Provider store={getDefaultStore()}>
      <StuckStorageBanner />
    </Provider>,
  );
const isSaid = () => screen.queryByText(storageStuck) !== null;

test('T03 a page whose storage never opens is loaded anew once; after that it says so, until it opens', async () => {
  await showBanner();
  act(reloadForStuckStorage);
  expect([reload.mock.calls.length, isSaid()]).toEqual([1, false]);
  act(reloadForStuckStorage);
  expect([reload.mock.calls.length, isSaid()]).toEqual([1, true]);
  act(storageOpened);
  expect(isSaid()).toBe(false);
  act(reloadForStuckStorage);
  expect(reload, 'stuck another time').toHaveBeenCalledTimes(2);
});

test('T03 T28 no form with words in it is loaded anew: the page says that the storage does not answer', async () => {
  await showBanner();
  countDirtyForm(1);
  act(reloadForStuckStorage);
  countDirtyForm(-1);
  expect([reload.mock.calls.length, isSaid()]).toEqual([0, true]);
});
