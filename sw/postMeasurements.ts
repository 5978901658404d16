/** What the worker's passes tell of posts (OPS-02): those drawn by lot, where the fan has nothing against it. */
import { createApi } from '../src/api/client.ts';
import type { ClientConfig } from '../src/contract/config.ts';
import type { PostReport } from '../src/outbox/reports.ts';
import { deviceKind } from '../src/platform/measurements/deviceKind.ts';
import { drawLot } from '../src/platform/measurements/drawLot.ts';
import { createMeasurementBatch } from '../src/platform/measurements/measurementBatch.ts';
import type { MeasurementChoice } from '../src/platform/measurements/measurementChoice.ts';

export interface PostMeasurements {
  readonly report: (report: PostReport) => void;
  /** Sends what the pass told, once. Never rejects. */
  readonly send: () => Promise<void>;
}

/** @param draw whether this pass is one that measures; asked once each */
export function createPostMeasurements(
  choice: Pick<MeasurementChoice, 'load'>,
  loadConfig: () => Promise<ClientConfig>,
  draw: () => boolean = drawLot,
): PostMeasurements {
  const batch = createMeasurementBatch();
  /** Of any post of the pass: a call needs one. */
  let tenant: string | null = null;
  return {
    report(report) {
      tenant = report.tenant;
      batch.addPost(report);
    },
    async send() {
      const taken = batch.take();
      if (taken === null || !draw()) return;
      try {
        if (!(await choice.load())) return;
        const api = createApi({ config: await loadConfig(), getTenant: () => tenant, getToken: async () => null });
        // The worker knows no page, and no name the server has for its build.
        await api.putMeasurements({ body: { page: '', build: '', ...deviceKind(), ...taken } });
      } catch {
        // No signal any more: a measurement is not worth another try.
      }
    },
  };
}
