/** Web vitals of this page load, as Google's library measures them. A chunk of its own: only a page load that was drawn has it. */
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import type { MeasurementBatch } from './measurementBatch.ts';

/** What happened before is told by the browser's buffer. */
export function watchVitals(batch: Pick<MeasurementBatch, 'addVital'>): void {
  onLCP(({ value }: Metric) => batch.addVital('lcp', value / 1000));
  onINP(({ value }: Metric) => batch.addVital('inp', value / 1000));
  onCLS(({ value }: Metric) => batch.addVital('cls', value));
}
