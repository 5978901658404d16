// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { ASK_EVERY_MS, SMALL_DOCUMENT, takeOver } from './takeOver.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('T28 a worker is asked once to take over; then documents are opened, unseen, until that ends', () => {
  vi.useFakeTimers();
  const postMessage = vi.fn();
  const opened: HTMLIFrameElement[] = [];
  const shown = new Set<unknown>();
  // This DOM loads no frames, and complains of each.
  vi.spyOn(document.body, 'append').mockImplementation((frame) => {
    opened.push(frame as HTMLIFrameElement);
    shown.add(frame);
    vi.spyOn(frame as HTMLIFrameElement, 'remove').mockImplementation(() => void shown.delete(frame));
  });
  const end = takeOver({ postMessage });
  expect(opened).toEqual([]);
  for (let round = 1; round <= 3; round += 1) {
    vi.advanceTimersByTime(ASK_EVERY_MS);
    expect([opened.length, shown.size]).toEqual([round, 1]);
  }
  for (const frame of opened)
    expect([frame.tagName, frame.hidden, frame.getAttribute('src')]).toEqual(['IFRAME', true, SMALL_DOCUMENT]);
  expect(postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]]);
  end();
  vi.advanceTimersByTime(2 * ASK_EVERY_MS);
  expect([opened.length, shown.size]).toEqual([3, 0]);
});
