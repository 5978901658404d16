/**
 * Measures this page load (OPS-02) if it was drawn by lot and the fan has nothing against it. Nothing is kept on the device: what cannot
 * be sent when the page is left is lost.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../api/client.ts';
import { AppError } from '../../contract/errors.ts';
import { pageOf } from '../../navigation/paths.ts';
import type { PostReport } from '../../outbox/reports.ts';
import { deviceKind } from '../../platform/measurements/deviceKind.ts';
import { createMeasurementBatch, type MeasurementBatch } from '../../platform/measurements/measurementBatch.ts';
import { type MeasurementChoice, onMeasurementChoice } from '../../platform/measurements/measurementChoice.ts';
import { onScreenBroke } from '../../platform/measurements/screenBroke.ts';

export interface PageMeasurements {
  /** For the queue of this page. */
  readonly report: (report: PostReport) => void;
}

interface MeasurePageDeps {
  readonly api: Pick<Api, 'putMeasurements'>;
  readonly queryClient: QueryClient;
  readonly choice: MeasurementChoice;
  /** Whether this page load is one that measures. */
  readonly isDrawn: boolean;
}

/** Starts at once. A choice of the fan takes effect at once; other tabs follow when they are looked at again. */
export function measurePage({ api, queryClient, choice, isDrawn }: MeasurePageDeps): PageMeasurements {
  const batch = createMeasurementBatch();
  const about = { page: landingPage(), build: buildMark(), ...deviceKind() };
  const send = () => {
    const taken = batch.take();
    if (taken !== null)
      void api.putMeasurements({ body: { ...about, ...taken }, keepalive: true }).catch(() => undefined);
  };
  let isOn = false;
  /** Known to be off. What happens before the choice is known is kept. */
  let isOff = false;
  let isWatching = false;
  const follow = (isChosen: boolean) => {
    isOn = isDrawn && isChosen;
    // Turned off, what was measured is forgotten; on again, what happened meanwhile.
    if (isOff || !isOn) batch.clear();
    isOff = !isOn;
    if (!isOn) return;
    if (!isWatching) watch(batch, queryClient);
    isWatching = true;
  };
  const followChoice = () => choice.load().then(follow, () => follow(false));
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void followChoice();
    else if (isOn) send();
  });
  onMeasurementChoice(() => void followChoice());
  void choice.settle().then(followChoice, () => undefined);
  return { report: (report) => batch.addPost(report) };
}

function watch(batch: MeasurementBatch, queryClient: QueryClient): void {
  // No signal for it: this page load has no vitals.
  void import('../../platform/measurements/watchVitals.ts').then(
    ({ watchVitals }) => watchVitals(batch),
    () => undefined,
  );
  const add = (error: unknown) => batch.addError(error instanceof AppError ? error.code : 'UNEXPECTED');
  // Without an error it is a script of somebody else, or a notice such as that of a ResizeObserver.
  addEventListener('error', ({ error }) => error && add(error));
  addEventListener('unhandledrejection', ({ reason }) => add(reason));
  onScreenBroke(() => batch.addError('UNEXPECTED'));
  for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()])
    cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') add(event.action.error);
    });
}

/** Where the page load began; the fan may be elsewhere by now. */
function landingPage(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return pageOf(new URL(navigation?.name ?? location.href, location.href).pathname) ?? '';
}

/** Mark of the build in the name of the client's first script; empty: not known. */
function buildMark(): string {
  const script = document.querySelector<HTMLScriptElement>('script[data-code], script[type="module"][src]');
  return /\/app-([\w-]+)\.js/.exec(script?.dataset.code ?? script?.src ?? '')?.[1] ?? '';
}
