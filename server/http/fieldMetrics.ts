/**
 * What real devices measured (OPS-02), for Prometheus: kept in this process alone, as histograms and counts. Labels are words of ours;
 * whatever else a caller writes counts as 'other'.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { BodyOf } from '../../src/contract/endpoints.ts';
import { API_ERRORS, CLIENT_ERRORS, IDENTITY_ERRORS, STORAGE_ERRORS } from '../../src/contract/errorCodes.ts';
import { MEASUREMENT_CALLS } from '../../src/contract/measurementLimits.ts';
import { pages } from '../../src/contract/pages.ts';

type Measured = BodyOf<'putMeasurements'>;

export interface FieldMetrics {
  /** Counts what a device measured, or drops it when its network sent too much. `address`: null is not counted. */
  measure(measured: Measured, address: string | null): void;
}

export interface FieldMetricsDeps {
  /** Epoch ms. */
  readonly now: () => number;
  /** Build of the client that is served (`builtClient`); null: not known. */
  readonly build: string | null;
}

/** Upper bounds: 2.5 and 4 s, 0.2 and 0.5 s, 0.1 and 0.25 part good from poor in the definition of web vitals. */
const BUCKETS = {
  lcp: [0.5, 1, 1.5, 2, 2.5, 4, 6, 10, 20, 60],
  inp: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2],
  cls: [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1],
  // From a good line to a phone that found signal days later; 15 min is half-time.
  age: [5, 10, 30, 60, 120, 300, 900, 1_800, 3_600, 7_200, 21_600, 86_400, 259_200, 604_800],
};

const PAGES: ReadonlySet<string> = new Set(Object.keys(pages));
const ENGINES: ReadonlySet<string> = new Set(['chromium', 'webkit', 'firefox']);
const CODES: ReadonlySet<string> = new Set([
  ...Object.keys(API_ERRORS),
  ...IDENTITY_ERRORS,
  ...STORAGE_ERRORS,
  ...CLIENT_ERRORS,
]);
const known = (words: ReadonlySet<string>, word: string): string => (words.has(word) ? word : 'other');

export function createFieldMetrics(registers: Registry[], { now, build }: FieldMetricsDeps): FieldMetrics {
  const labelNames = ['page', 'device', 'engine'] as const;
  const vital = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const vitals = {
    lcp: vital('fan_client_lcp_seconds', 'Largest Contentful Paint of sampled page loads.', BUCKETS.lcp),
    inp: vital('fan_client_inp_seconds', 'Interaction to Next Paint of sampled page loads.', BUCKETS.inp),
    cls: vital('fan_client_cls', 'Cumulative Layout Shift of sampled page loads.', BUCKETS.cls),
  };
  const age = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['engine'], buckets: BUCKETS.age, registers });
  const ages = {
    public: age('fan_post_public_age_seconds', 'Age of sampled posts when they became public.'),
    full: age('fan_post_full_quality_age_seconds', 'Age of sampled posts when their last original was proven.'),
  };
  const errors = new Counter({
    name: 'fan_client_errors_total',
    help: 'Failures on sampled devices, by code.',
    labelNames: ['code', 'engine', 'build'],
    registers,
  });
  const isWithinBound = createNetworkBound(now);
  return {
    measure(measured, address) {
      if (!isWithinBound(address)) return;
      const engine = known(ENGINES, measured.engine);
      const labels = { page: known(PAGES, measured.page), device: measured.device, engine };
      for (const name of ['lcp', 'inp', 'cls'] as const) {
        const value = measured.vitals[name];
        if (value !== undefined) vitals[name].observe(labels, value);
      }
      for (const { stage, age } of measured.posts) ages[stage].observe({ engine }, age);
      for (const code of measured.errors)
        errors.inc({ code: known(CODES, code), engine, build: buildLabel(measured.build, build) });
    },
  };
}

const buildLabel = (given: string, current: string | null) =>
  given === '' || current === null ? 'unknown' : given === current ? 'current' : 'older';

/** Places for networks: several may share one, which drops measurements a little earlier. */
const PLACES = 5_000;

/** MEASUREMENT_CALLS in memory, without keeping an address: a place is found by a hash nobody can turn round, new with each window. */
function createNetworkBound(now: () => number): (address: string | null) => boolean {
  const counts = new Uint32Array(PLACES);
  let salt = randomBytes(16);
  let endsAt = now() + MEASUREMENT_CALLS.windowMs;
  return (address) => {
    if (address === null) return true;
    if (now() >= endsAt) {
      counts.fill(0);
      salt = randomBytes(16);
      endsAt = now() + MEASUREMENT_CALLS.windowMs;
    }
    const place = createHash('sha256').update(salt).update(address).digest().readUInt16BE() % PLACES;
    const count = (counts[place] ?? 0) + 1;
    counts[place] = count;
    return count <= MEASUREMENT_CALLS.count;
  };
}

/** What a page calls its build: the mark in the name of the client's first script. null: there is no build. */
export function builtClient(dist: string | null): string | null {
  if (dist === null) return null;
  try {
    const marks = readdirSync(join(dist, 'assets')).map((file) => /^app-([\w-]+)\.js$/.exec(file)?.[1]);
    return marks.find((mark) => mark !== undefined) ?? null;
  } catch {
    return null;
  }
}
