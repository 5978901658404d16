// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchScrollForBars } from './quietBars.ts';

let stop: () => void;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => {
    task();
    return 0;
  });
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
  scrollThrough([0]);
  stop = watchScrollForBars();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const bars = () => document.documentElement.dataset.bars;
function scrollThrough(places: readonly number[]): void {
  for (const place of places) {
    vi.stubGlobal('scrollY', place);
    dispatchEvent(new Event('scroll'));
  }
}

test('FAN-17a the bars go after some scrolling down and return after less scrolling up', () => {
  scrollThrough([60, 115]);
  expect(bars()).toBe('shown');
  scrollThrough([130, 150]);
  expect(bars()).toBe('away');
  scrollThrough([400, 395]);
  expect(bars()).toBe('away');
  scrollThrough([385]);
  expect(bars()).toBe('shown');
});

test('FAN-17b a page that springs back at either end brings no bars and takes none away', () => {
  const end = 5_000 - innerHeight;
  scrollThrough([-200, -90, -30, 0]);
  expect(bars()).toBe('shown');
  for (let place = 200; place < end; place += 300) scrollThrough([place]);
  scrollThrough([end, end + 80, end + 20, end]);
  expect(bars()).toBe('away');
});

test('FAN-17b a page that is put far down takes no bars away', () => {
  scrollThrough([3_000, 3_010]);
  expect(bars()).toBe('shown');
  stop();
  expect(bars()).toBeUndefined();
});
