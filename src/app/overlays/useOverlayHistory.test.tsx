// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { pushBackLayer } from '../../ui/backStack.ts';
import { useLeftEntry } from './useOverlayHistory.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('../boot/runWhenIdle.ts', () => ({
  runWhenIdle: (run: () => void) => {
    run();
    return () => undefined;
  },
}));
afterEach(() => vi.restoreAllMocks());

function Page() {
  useLeftEntry(false);
  return null;
}

/** How often the page steps back by itself, when its effects start on an entry that stands for something open. */
async function stepsBack(): Promise<number> {
  vi.spyOn(history, 'state', 'get').mockReturnValue({ kind: 'overlay', level: 1 });
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  back.mockClear();
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Page />));
  act(() => root.unmount());
  return back.mock.calls.length;
}

test('OVL-01a a page reloaded with an overlay open steps down, but not from under a window that has opened', async () => {
  expect(await stepsBack()).toBe(1);
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined);
  const close = pushBackLayer({ onBack: () => true, keepsState: true });
  expect(await stepsBack()).toBe(0);
  close();
});
