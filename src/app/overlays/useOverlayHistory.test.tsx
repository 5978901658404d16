// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHookWith } from '../../../tests/support/render.tsx';
import { pushBackLayer } from '../../ui/backStack.ts';
import { useLeftEntry } from './useOverlayHistory.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** How often the page steps back by itself, when its effects start on an entry that stands for something open. */
async function stepsBack(): Promise<number> {
  vi.spyOn(history, 'state', 'get').mockReturnValue({ kind: 'overlay', level: 1 });
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  back.mockClear();
  const { unmount } = await renderHookWith(() => useLeftEntry(false), undefined);
  unmount();
  return back.mock.calls.length;
}

test('OVL-01a a page reloaded with an overlay open steps down, but not from under a window that has opened', async () => {
  expect(await stepsBack()).toBe(1);
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined);
  const close = pushBackLayer({ onBack: () => true, keepsState: true });
  expect(await stepsBack()).toBe(0);
  close();
});
