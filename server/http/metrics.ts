/** Figures for Prometheus. Labels are templates and classes: nothing of a caller, and few enough to keep. */
import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PendingOriginals } from '../api/photos/originalStates.ts';
import type { DatabaseLoad } from '../database/database.ts';
import type { ReplicaCounts } from '../database/readReplica.ts';
import type { CheckedAccounts } from '../identity/syncDeletedAccounts.ts';
import type { Swept } from '../objects/removeOrphanedObjects.ts';
import type { Scrubbed } from '../objects/scrubber.ts';
import type { PictureBacklog } from '../pictures/pictureJobs.ts';
import { createFieldMetrics, type FieldMetrics, type FieldMetricsDeps } from './fieldMetrics.ts';
import type { RequestEntry } from './log.ts';

/** Upper bounds of the latency classes, in seconds: a cached page to a photo on a slow line. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

export interface Metrics extends FieldMetrics {
  /** Counts an answered request. `bytes`: size of a body that was put. */
  observe(entry: RequestEntry & { readonly bytes: number }): void;
  /** A request began; call the result when it ended. */
  begin(): () => void;
  failure(): void;
  /** A call was refused because too much waits (HLF-16a). */
  refusedBusy(): void;
  /** Objects and places the job looked at, and objects it took away. */
  collected(swept: Swept): void;
  /** Stored pictures that were compared with their checksums, and how many are damaged. */
  scrubbed(scrubbed: Scrubbed): void;
  /** Accounts the identity provider was asked for, and fans who had left. */
  accountsChecked(checked: CheckedAccounts): void;
  /** Photos whose smaller pictures were derived. */
  derived(count: number): void;
  /** A photo that was no picture and left the lists. */
  withdrawn(): void;
  /** An original that came late and was no picture. */
  originalRefused(): void;
  /** `GET /metrics`. */
  answer(): Promise<Response>;
}

export interface MetricsSources {
  readonly databaseLoad: () => DatabaseLoad;
  /** Since the start. */
  readonly databaseDamage: () => number;
  /** Of this machine's clock, before the database's: in milliseconds. */
  readonly machineAhead: () => number;
  /** null: there is no replica. */
  readonly replicaCounts: () => ReplicaCounts | null;
  readonly backlog: () => Promise<PictureBacklog>;
  readonly pendingOriginals: () => Promise<PendingOriginals>;
}

/** All sources are asked at each reading. */
export function createMetrics(sources: MetricsSources, field: FieldMetricsDeps): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = createRequestMetrics(registers);
  const events = createEventCounters(registers);
  addDatabaseGauges(registers, sources.databaseLoad);
  addDamageCount(registers, sources.databaseDamage);
  addClockGauge(registers, sources.machineAhead);
  addReplicaCounts(registers, sources.replicaCounts);
  addPictureGauges(registers, sources.backlog);
  addOriginalGauges(registers, sources.pendingOriginals);
  return {
    ...requests,
    ...events,
    ...createScrubMetrics(registers),
    ...createFieldMetrics(registers, field),
    answer: async () =>
      new Response(await register.metrics(), {
        headers: { 'content-type': register.contentType, 'cache-control': 'no-store' },
      }),
  };
}

/** Requests and their latency, and what was put into the object store. */
function createRequestMetrics(registers: Registry[]): Pick<Metrics, 'observe' | 'begin'> {
  const labels = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests.',
    labelNames: labels,
    registers,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer began.',
    labelNames: ['method', 'route'],
    buckets: LATENCIES,
    registers,
  });
  const running = new Gauge({ name: 'http_requests_running', help: 'Requests being answered.', registers });
  const uploads = new Counter({ name: 'uploads_total', help: 'Puts of objects.', labelNames: ['status'], registers });
  const uploaded = new Counter({ name: 'upload_bytes_total', help: 'Bytes of stored objects.', registers });
  return {
    observe({ method, route, status, ms, bytes }) {
      requests.inc({ method, route, status });
      seconds.observe({ method, route }, ms / 1000);
      if (method !== 'PUT' || !route.startsWith('/s3/')) return;
      uploads.inc({ status });
      if (status === 200) uploaded.inc(bytes);
    },
    begin() {
      running.inc();
      return () => running.dec();
    },
  };
}

/** Counters of what happened beside the requests: failures, and what jobs did with objects and pictures. */
function createEventCounters(
  registers: Registry[],
): Pick<
  Metrics,
  'failure' | 'refusedBusy' | 'collected' | 'accountsChecked' | 'derived' | 'withdrawn' | 'originalRefused'
> {
  const count = (name: string, help: string) => new Counter({ name, help, registers });
  const failures = count('failures_total', 'Failures that are nobody’s input.');
  const busy = count('calls_refused_busy_total', 'Calls that were refused, with 503, because too much waits.');
  const orphans = 'Objects that were stored, never registered, and removed.';
  const collected = count('unregistered_objects_removed_total', orphans);
  const lookedAt = count('unregistered_objects_looked_at_total', 'Objects and places looked at to find those.');
  const checked = count('accounts_checked_total', 'Accounts the identity provider was asked for.');
  const left = count('accounts_left_total', 'Fans who had left there.');
  const derived = count('pictures_derived_total', 'Photos that got their smaller pictures.');
  const withdrawn = count('photos_withdrawn_total', 'Photos that were no pictures and left the lists.');
  const refused = 'Originals that came after their photos and were no pictures.';
  const originalsRefused = count('originals_refused_total', refused);
  return {
    failure: () => failures.inc(),
    refusedBusy: () => busy.inc(),
    collected({ looked, removed }) {
      lookedAt.inc(looked);
      collected.inc(removed);
    },
    accountsChecked(accounts) {
      checked.inc(accounts.looked);
      left.inc(accounts.left);
    },
    derived: (count) => derived.inc(count),
    withdrawn: () => withdrawn.inc(),
    originalRefused: () => originalsRefused.inc(),
  };
}

/** The check of stored pictures; 0 until it ran, and where they are not on the server's own disk. */
function createScrubMetrics(registers: Registry[]): Pick<Metrics, 'scrubbed'> {
  const checked = new Counter({
    name: 'objects_checked_total',
    help: 'Stored objects that were read and compared with their checksums.',
    registers,
  });
  const bytes = new Counter({ name: 'object_bytes_checked_total', help: 'Bytes of those.', registers });
  const damaged = new Gauge({
    name: 'objects_damaged',
    help: 'Stored objects that are not as they were stored.',
    registers,
  });
  const age = new Gauge({
    name: 'objects_check_round_seconds',
    help: 'Since the check of all stored objects began, the last or the one under way.',
    registers,
  });
  return {
    scrubbed(run) {
      checked.inc(run.looked);
      bytes.inc(run.bytes);
      damaged.set(run.damaged);
      age.set(run.roundAgeMs / 1000);
    },
  };
}

function addDatabaseGauges(registers: Registry[], load: () => DatabaseLoad): void {
  const gauge = (name: string, help: string, read: (now: DatabaseLoad) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(load()));
      },
    });
  gauge('database_connections', 'Open connections to the database.', ({ connections }) => connections);
  gauge('database_connections_idle', 'Connections nobody uses.', ({ idle }) => idle);
  gauge('database_waiting', 'Callers that wait for a connection.', ({ waiting }) => waiting);
}

function addClockGauge(registers: Registry[], read: () => number): void {
  new Gauge({
    name: 'clock_ahead_seconds',
    help: 'By how much the clock of this machine is ahead of the database, whose time counts.',
    registers,
    collect() {
      this.set(read() / 1000);
    },
  });
}

function addDamageCount(registers: Registry[], read: () => number): void {
  new Counter({
    name: 'database_damage_total',
    help: 'Statements that met damaged data, or a failing disk of the database.',
    registers,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function addReplicaCounts(registers: Registry[], read: () => ReplicaCounts | null): void {
  if (read() === null) return;
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads for everybody: at the replica, or at the writing server since the replica was behind or failed.',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(read() ?? {})) this.inc({ result }, count);
    },
  });
}

/**
 * Gauges of one source that takes a while. Each sets itself: all of a scrape are read at the same time, and one that another had to set
 * would be told as it was at the scrape before. They ask together, so the source is asked once.
 */
function sharedGauges<T>(registers: Registry[], read: () => Promise<T>) {
  let reading: Promise<T | null> | null = null;
  const readOnce = () => {
    // A database that fails must not hide the other figures.
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  return (name: string, help: string, figureOf: (found: T) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await readOnce();
        if (found !== null) this.set(figureOf(found));
      },
    });
}

function addPictureGauges(registers: Registry[], read: () => Promise<PictureBacklog>): void {
  const gauge = sharedGauges(registers, read);
  gauge('picture_jobs_waiting', 'Photos that wait for smaller pictures.', ({ waiting }) => waiting);
  const givenUp = 'Photos whose smaller pictures could not be derived.';
  gauge('picture_jobs_given_up', givenUp, (backlog) => backlog.givenUp);
  const oldest = 'Age of the oldest photo that waits for smaller pictures.';
  gauge('picture_jobs_oldest_seconds', oldest, ({ oldestSeconds }) => oldestSeconds);
}

function addOriginalGauges(registers: Registry[], read: () => Promise<PendingOriginals>): void {
  const gauge = sharedGauges(registers, read);
  const oldest = 'Age of the oldest original that has not followed its photo, of those of the last 24 hours.';
  gauge('originals_pending_recent_oldest_seconds', oldest, ({ oldestRecentSeconds }) => oldestRecentSeconds);
  gauge('originals_pending_recent', 'Photos of the last 24 hours whose original has not come.', ({ recent }) => recent);
  const all = 'Photos whose original has not come, those included whose fan gave it up.';
  gauge('originals_pending', all, (pending) => pending.all);
}

/** Who may read the figures: this machine itself, or whoever shows the token. */
export function mayReadMetrics(request: Request, isDirect: boolean, token: string | null): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (given === undefined) return isDirect;
  if (token === null) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
