import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UpdateOffer } from '../shell/update.ts';
import { type FollowedWorker, RELOAD_MAX_MS, SWITCH_MAX_MS, UpdateOffers } from './updateOffers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  postMessage(): void {}
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;

  /** A worker begins to install, as browsers do it: first the attribute, then the event. */
  find(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    return worker;
  }
  install(worker = this.find()): FakeWorker {
    const replaced = this.waiting;
    this.installing = null;
    this.waiting = worker;
    worker.become('installed');
    replaced?.become('redundant');
    return worker;
  }
  activate(worker: FakeWorker): void {
    const replaced = this.active;
    this.waiting = null;
    this.active = worker;
    replaced?.become('redundant');
    worker.become('activating');
  }
}

class FakeWorkers extends EventTarget {
  controller: FakeWorker | null = null;
  claim(worker: FakeWorker | null): void {
    this.controller = worker;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** A page: `isFirst` has no worker yet. */
function openPage({ isFirst = false } = {}) {
  const registration = new FakeRegistration();
  const workers = new FakeWorkers();
  if (!isFirst) {
    registration.active = new FakeWorker();
    registration.active.state = 'activated';
    workers.controller = registration.active;
  }
  let offer: UpdateOffer | null = null;
  const asked = new Set<FollowedWorker>();
  const reload = vi.fn();
  const onFirstControl = vi.fn();
  const offers = new UpdateOffers({
    workers,
    publish: (next) => {
      offer = next;
    },
    takeOver(worker) {
      asked.add(worker);
      return () => asked.delete(worker);
    },
    reload,
    onFirstControl,
  });
  const shown = (): UpdateOffer | null => offer;
  return { registration, workers, offers, asked, reload, onFirstControl, shown, state: () => shown()?.state ?? null };
}

test('T32 the first worker is never offered, also where the page finds it installed and not yet active', () => {
  const { registration, workers, offers, state, onFirstControl } = openPage({ isFirst: true });
  const first = registration.install();
  offers.watch(registration);
  expect(state()).toBeNull();
  registration.activate(first);
  expect(state()).toBeNull();
  first.become('activated');
  workers.claim(first);
  expect([state(), onFirstControl.mock.calls.length]).toEqual([null, 1]);
  // The page asks to be claimed once more.
  workers.claim(first);
  expect([state(), onFirstControl.mock.calls.length]).toEqual([null, 1]);
});

test('T28 a worker that waits behind an active one is offered, found now or later', () => {
  const early = openPage();
  early.registration.install();
  early.offers.watch(early.registration);
  expect(early.state()).toBe('ready');
  const late = openPage();
  late.offers.watch(late.registration);
  const worker = late.registration.find();
  expect(late.state()).toBeNull();
  late.registration.install(worker);
  expect(late.state()).toBe('ready');
});

test('T32 the offer is withdrawn when the worker fails, or another tab switches first', () => {
  const { registration, workers, offers, reload, shown, state } = openPage();
  offers.watch(registration);
  const failed = registration.install();
  registration.waiting = null;
  failed.become('redundant');
  expect(state()).toBeNull();
  const taken = registration.install();
  registration.activate(taken);
  expect(state()).toBeNull();
  workers.claim(taken);
  taken.become('activated');
  expect([state(), reload.mock.calls.length]).toEqual(['ready', 0]);
  shown()?.apply();
  expect([state(), reload.mock.calls.length]).toEqual(['switching', 1]);
});

test('T28 a chosen build is asked to take over; once it is here the page may reload, once', () => {
  const { registration, workers, offers, asked, reload, shown, state } = openPage();
  offers.watch(registration);
  const worker = registration.install();
  shown()?.apply();
  expect([state(), [...asked]]).toEqual(['switching', [worker]]);
  registration.activate(worker);
  expect(state()).toBe('switching');
  workers.claim(worker);
  worker.become('activated');
  expect([state(), asked.size, reload.mock.calls.length]).toEqual(['switched', 0, 0]);
  shown()?.apply();
  workers.claim(worker);
  expect([state(), reload.mock.calls.length]).toEqual(['switching', 1]);
});

test('T28 a page no worker controls is switched too', () => {
  const { registration, workers, offers, shown, state } = openPage();
  workers.controller = null;
  offers.watch(registration);
  const worker = registration.install();
  shown()?.apply();
  registration.activate(worker);
  worker.become('activated');
  expect(state()).toBe('switched');
});

test('T32 a newer build takes the place of the chosen one; where none does the offer ends', () => {
  const { registration, offers, asked, shown, state } = openPage();
  offers.watch(registration);
  registration.install();
  shown()?.apply();
  const newer = registration.install();
  expect([state(), [...asked]]).toEqual(['switching', [newer]]);
  registration.waiting = null;
  newer.become('redundant');
  expect([state(), asked.size]).toEqual([null, 0]);
});

test('T32 a switch that does not come is said to be late, opens nothing more, and is tried again', () => {
  const { registration, workers, offers, asked, reload, shown, state } = openPage();
  offers.watch(registration);
  const worker = registration.install();
  shown()?.apply();
  vi.advanceTimersByTime(SWITCH_MAX_MS - 1);
  expect([state(), asked.size]).toEqual(['switching', 1]);
  vi.advanceTimersByTime(1);
  expect([state(), asked.size]).toEqual(['late', 0]);
  shown()?.apply();
  expect([state(), [...asked]]).toEqual(['switching', [worker]]);
  vi.advanceTimersByTime(SWITCH_MAX_MS);
  // It comes when nobody waits for it any more: the page asks again before it reloads.
  registration.activate(worker);
  workers.claim(worker);
  expect([state(), reload.mock.calls.length]).toEqual(['ready', 0]);
});

test('T32 a reload that does not come may be pressed again', () => {
  const { registration, workers, offers, reload, shown, state } = openPage();
  offers.watch(registration);
  const worker = registration.install();
  registration.activate(worker);
  workers.claim(worker);
  shown()?.apply();
  vi.advanceTimersByTime(RELOAD_MAX_MS);
  expect(state()).toBe('late');
  shown()?.apply();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('T32 a choice made when the worker is gone ends at once', () => {
  const { registration, offers, asked, shown, state } = openPage();
  offers.watch(registration);
  registration.install();
  const { apply } = shown() ?? { apply: () => {} };
  registration.waiting = null;
  apply();
  expect([state(), asked.size]).toEqual([null, 0]);
});
