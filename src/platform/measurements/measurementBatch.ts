/** Measurements on their way to the next call (OPS-02). */
import type { BodyOf } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { MEASUREMENTS, WEB_VITALS_MAX } from '../../contract/measurementLimits.ts';
import type { PostReport } from '../../outbox/reports.ts';

type Measured = BodyOf<'putMeasurements'>;
export type MeasuredParts = Pick<Measured, 'vitals' | 'errors' | 'posts'>;
export type VitalName = keyof Measured['vitals'];

export interface MeasurementBatch {
  /** Seconds, and for `cls` a score. Once these left, further ones of this page load are no news. */
  addVital(name: VitalName, value: number): void;
  addError(code: ErrorCode): void;
  addPost(report: PostReport): void;
  /** What came since the last time; null: nothing. */
  take(): MeasuredParts | null;
  clear(): void;
}

export function createMeasurementBatch(): MeasurementBatch {
  let vitals: Partial<Record<VitalName, number>> = {};
  let errors: ErrorCode[] = [];
  let posts: Measured['posts'] = [];
  let areVitalsTaken = false;
  const addError = (code: ErrorCode) => {
    // Our own aborts are no failures.
    if (code !== 'ABORTED' && errors.length < MEASUREMENTS.perKind) errors.push(code);
  };
  const clear = () => {
    vitals = {};
    errors = [];
    posts = [];
  };
  return {
    addVital(name, value) {
      if (!areVitalsTaken && value >= 0 && value <= WEB_VITALS_MAX[name]) vitals[name] = value;
    },
    addError,
    addPost(report) {
      if (report.kind === 'refused') return addError(report.code);
      const age = Math.round(report.ageMs / 1000);
      // A clock that was set meanwhile.
      if (age < 0 || age > MEASUREMENTS.postAgeS || posts.length >= MEASUREMENTS.perKind) return;
      posts.push({ stage: report.kind, age });
    },
    take() {
      const taken = { vitals, errors, posts };
      const hasVitals = Object.keys(vitals).length > 0;
      clear();
      areVitalsTaken ||= hasVitals;
      return hasVitals || taken.errors.length > 0 || taken.posts.length > 0 ? taken : null;
    },
    clear,
  };
}
