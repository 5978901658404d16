// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addEntries, afterSteps, pushBackLayer } from './backStack.ts';

/** What the entries hold, bottom first: happy-dom has no session history. */
let entries: unknown[];
let place: number;
let closed: string[];
let takeAway: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  [entries, place, closed, takeAway] = [[{ isSeen: true }], 0, [], []];
  vi.spyOn(history, 'state', 'get').mockImplementation(() => entries[place]);
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    entries = [...entries.slice(0, place + 1), state];
    place += 1;
  });
  vi.spyOn(history, 'go').mockImplementation((steps = 0) => travel(steps));
});
afterEach(() => {
  for (const close of takeAway) close();
  vi.runAllTimers();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function travel(steps = 0): void {
  place += steps;
  dispatchEvent(new PopStateEvent('popstate'));
}

/** A layer that closes when back is pressed, unless it `asks` first. */
function open(name: string, { keepsState = false, asks = (): boolean => false } = {}): () => void {
  const onBack = () => {
    if (asks()) return false;
    closed.push(name);
    close();
    return true;
  };
  const remove = pushBackLayer({ onBack, keepsState });
  const close = () => {
    if (!takeAway.includes(close)) return;
    takeAway = takeAway.filter((one) => one !== close);
    remove();
  };
  takeAway.push(close);
  return close;
}

test('OVL-01a back closes the window inside an overlay, then the overlay, then leaves', () => {
  open('overlay');
  open('window', { keepsState: true });
  travel(-1);
  expect([closed, place]).toEqual([['window'], 1]);
  vi.runAllTimers();
  travel(-1);
  expect([closed, place]).toEqual([['window', 'overlay'], 0]);
  vi.runAllTimers();
  expect([place, entries[0]]).toEqual([0, { isSeen: true }]);
});

test('a layer closed by another way takes its entry away; both at once take both', () => {
  const closeOverlay = open('overlay');
  const closeWindow = open('window');
  closeWindow();
  vi.runAllTimers();
  expect(place).toBe(1);
  const closeNext = open('window');
  closeNext();
  closeOverlay();
  vi.runAllTimers();
  expect([closed, place]).toEqual([[], 0]);
});

test('a layer that gives way to the next keeps its entry', () => {
  open('first')();
  open('second');
  vi.runAllTimers();
  expect([entries.length, place]).toEqual([2, 1]);
});

test('OVL-02b a layer that asks first stays open and has its entry again', () => {
  let asks = true;
  open('form', { asks: () => asks });
  travel(-1);
  expect([closed, place]).toEqual([[], 1]);
  asks = false;
  travel(-1);
  expect([closed, place]).toEqual([['form'], 0]);
});

test('a layer that closed in part has its entry again when asked for', () => {
  let depth = 2;
  const onBack = () => {
    depth -= 1;
    return true;
  };
  takeAway.push(pushBackLayer({ onBack, keepsState: false }));
  travel(-1);
  expect([depth, place]).toEqual([1, 0]);
  addEntries();
  expect([depth, place]).toEqual([1, 1]);
});

test('an entry of another page in its place is left alone', () => {
  const close = open('overlay');
  entries[place] = null;
  close();
  vi.runAllTimers();
  expect(place).toBe(1);
});

test('a window keeps what the page’s entry holds, an overlay does not', () => {
  open('window', { keepsState: true })();
  expect(entries[1]).toEqual({ isSeen: true, kind: 'overlay', level: 1 });
  vi.runAllTimers();
  open('overlay');
  expect(entries[1]).toEqual({ kind: 'overlay', level: 1 });
});

test('after a reload the entries of before are taken over, and one press of back closes', () => {
  entries = [null, { kind: 'overlay', level: 1 }, { kind: 'overlay', level: 2 }];
  place = 2;
  open('form');
  expect(entries).toHaveLength(3);
  travel(-1);
  vi.runAllTimers();
  expect([closed, place]).toEqual([['form'], 0]);
});

test('OVL-01b a window that opens before the entry of the one before is left stays, with its own', () => {
  const close = open('search');
  const steps = vi.mocked(history.go).getMockImplementation();
  vi.mocked(history.go).mockImplementation(() => undefined);
  close();
  vi.advanceTimersByTime(0);
  open('menu');
  vi.mocked(history.go).mockImplementation(steps ?? travel);
  travel(-1);
  expect([closed, place]).toEqual([[], 1]);
  travel(-1);
  expect([closed, place]).toEqual([['menu'], 0]);
});

test('OVL-01b a step back that never comes does not keep back from closing what opens later', () => {
  const close = open('search');
  vi.mocked(history.go).mockImplementation(() => undefined);
  close();
  vi.runAllTimers();
  open('menu');
  travel(-1);
  expect([closed, place]).toEqual([['menu'], 0]);
});

test('T28 a load of the page waits until the step back of what has just closed has come', () => {
  const run = vi.fn();
  const close = open('form');
  vi.mocked(history.go).mockImplementation(() => undefined);
  close();
  afterSteps(run);
  const givenUp = vi.fn();
  afterSteps(givenUp)();
  vi.advanceTimersByTime(0);
  expect(run).not.toHaveBeenCalled();
  travel(-1);
  expect(run).toHaveBeenCalledOnce();
  expect(givenUp).not.toHaveBeenCalled();
});

test('T28 a load of the page waits for nothing where nothing closes, and not for ever for a step', () => {
  const run = vi.fn();
  afterSteps(run);
  expect(run).toHaveBeenCalledTimes(1);
  const close = open('form');
  afterSteps(run);
  expect(run).toHaveBeenCalledTimes(2);
  vi.mocked(history.go).mockImplementation(() => undefined);
  close();
  afterSteps(run);
  vi.advanceTimersByTime(999);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(3);
});
