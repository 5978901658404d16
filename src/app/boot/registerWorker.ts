import type { QueryClient } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '../../platform/device/trustedTypes.ts';
import { CLAIM_MESSAGE, recentlyUsedMessage } from '../../platform/storage/workerMessages.ts';
import { updateAtom } from '../shell/update.ts';
import { takeOver } from './takeOver.ts';
import { UpdateOffers } from './updateOffers.ts';

/** Between looks for a new build while the page stays open. */
const LOOK_EVERY_MS = 60 * 60_000;

/** So many idle periods in a row, about 50 ms each, and a page is done with its start. */
const IDLE_ROUNDS = 6;
/** A page that never rests gets its worker all the same. */
const LONGEST_WAIT_MS = 8_000;
/** For browsers that don't tell when they rest. */
const USUAL_WAIT_MS = 2_000;

/**
 * Registers the service worker once the page has drawn itself: keeping the whole build takes a slow phone seconds, and the fan's
 * first look comes before.
 * A new build that stands ready is offered by `UpdatePrompt`; the page reloads only when the fan says so (T28).
 */
export async function registerWorker(queryClient: QueryClient): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const offers = new UpdateOffers({
    workers: serviceWorker,
    publish: (offer) => getDefaultStore().set(updateAtom, offer),
    takeOver,
    reload: () => location.reload(),
    onFirstControl() {
      serviceWorker.controller?.postMessage(recentlyUsedMessage(usedAddresses()));
      void keepAnswers(queryClient);
    },
  });
  await untilCalm(() => queryClient.isFetching() > 0);
  // The typings want a string; the DOM wants a TrustedScriptURL where Trusted Types are enforced.
  const workbox = new Workbox(trustedScriptUrl('/sw.js') as string, { scope: '/' });
  const registration = await workbox.register({ immediate: true }).catch(() => undefined); // private windows refuse workers
  if (registration === undefined) return;
  offers.watch(registration);
  void serviceWorker.ready.then(({ active }) => {
    if (serviceWorker.controller === null) active?.postMessage(CLAIM_MESSAGE);
  });
  setInterval(() => void workbox.update().catch(() => undefined), LOOK_EVERY_MS);
}

async function untilCalm(isBusy: () => boolean): Promise<void> {
  if (!('requestIdleCallback' in window)) return new Promise((done) => setTimeout(done, USUAL_WAIT_MS));
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let idleRounds = 0; idleRounds < IDLE_ROUNDS && performance.now() < end; ) {
    const deadline = await new Promise<IdleDeadline>((done) => requestIdleCallback(done, { timeout: LONGEST_WAIT_MS }));
    idleRounds = isBusy() || deadline.didTimeout ? 0 : idleRounds + 1;
  }
}

/**
 * The first visit's answers came before the worker: asked for once more they are kept (DAT-02). One after the other: the worker
 * has its hands full, and no tap waits for them.
 */
async function keepAnswers(queryClient: QueryClient): Promise<void> {
  const queries = queryClient.getQueryCache().findAll({
    predicate: ({ options, state }) => !!options.queryFn && state.data !== undefined,
  });
  for (const { queryKey } of queries) await queryClient.refetchQueries({ queryKey, exact: true });
}

/** This page and what it loaded so far. A picture on its way has no entry yet. */
function* usedAddresses(): Iterable<string> {
  yield location.href;
  for (const { currentSrc } of document.images) yield currentSrc;
  for (const { name } of performance.getEntriesByType('resource')) yield name;
}
