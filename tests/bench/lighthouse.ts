/**
 * Lighthouse on a phone, median of several runs a page: performance, accessibility, best practices, SEO, layout shift. Beside them,
 * without a limit: performance if only the page's own work had blocked its main thread, not what else ran on these cores.
 * In the browser without a window (`HEADLESS_SHELL_PATH` names another): what a window costs these cores is not the page's.
 * Lighthouse is 170 MB with its packages and no dependency of the project: npx brings this version into npm's own cache.
 *
 *   npm run bench:lighthouse              (RUNS=5, PAGES=/{tenant}/,/{tenant}/gallery.html)
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { blockingScore, ownBlockingTime } from './support/ownTime.ts';
import { createVerdict } from './support/verdict.ts';
import { median } from './support/watchPhotos.ts';

const VERSION = '13.5.0';
const runs = Number(process.env.RUNS ?? 5);
const pages = process.env.PAGES?.split(',') ?? [
  `/${CLUB}/`,
  `/${CLUB}/gallery.html`,
  `/${CLUB}/event-list.html`,
  `/${CLUB}/event-detail.html?e=${CLUB}-today`,
];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const MOST_SHIFT = 0.02;

/** Runs of which Lighthouse itself says that they went wrong are made again, so often. */
const REPEATS = 2;

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly score: number | null; readonly title: string }>
  >;
}

interface Measured {
  readonly report: Report;
  /** ms; see `ownBlockingTime`. */
  readonly ownBlocking: number;
}

const verdict = createVerdict('lighthouse', { settings: ['RUNS', 'PAGES'] });
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const product = await startProduct();

async function measure(path: string, repeats = REPEATS): Promise<Measured> {
  const file = join(folder, 'report.json');
  const trace = join(folder, 'report-0.trace.json');
  const flags = '--headless --no-sandbox --disable-gpu';
  // It ends with an error where its report tells of one.
  const failure = await promisify(execFile)(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, product.url + path, '--quiet', '--output=json', `--output-path=${file}`],
      '--save-assets',
      ...['--form-factor=mobile', `--only-categories=${Object.keys(LEAST).join(',')}`, `--chrome-flags=${flags}`],
    ],
    { env: { ...process.env, CHROME_PATH: ensureHeadlessShell() }, cwd: folder, maxBuffer: 2 ** 26 },
  ).then(
    () => null,
    (error: unknown) => error,
  );
  const made = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  const isGood = made !== null && made.runtimeError === undefined && existsSync(trace);
  const measured = isGood ? { report: made, ownBlocking: ownBlockingTime(readFileSync(trace, 'utf8')) } : null;
  for (const read of [file, trace]) rmSync(read, { force: true });
  if (measured !== null) return measured;
  if (repeats === 0) throw failure ?? new Error(made?.runtimeError?.message);
  console.log(`   again: ${made?.runtimeError?.message ?? failure}`);
  return measure(path, repeats - 1);
}

const BLOCKING = 'total-blocking-time';
/** Lighthouse's performance, 0 to 100, with the page's own blocking time. */
function ownPerformance({ report: { categories, audits }, ownBlocking }: Measured): number {
  const refs = categories.performance?.auditRefs ?? [];
  const scoreOf = (id: string) => (id === BLOCKING ? blockingScore(ownBlocking) : (audits[id]?.score ?? 0));
  const total = refs.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round((refs.reduce((sum, { id, weight }) => sum + weight * scoreOf(id), 0) / total) * 100);
}

try {
  for (const path of pages) {
    const measured: Measured[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(path));
    const reports = measured.map(({ report }) => report);
    const scores = Object.entries(LEAST).map(([name, least]) => {
      const score = median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
      verdict.least(name, score, least, path);
      return `${name} ${score} (least ${least})`;
    });
    const shift = Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1));
    verdict.most('layout shift', shift, MOST_SHIFT, path);
    console.log(`${path}: ${scores.join(', ')}, largest layout shift ${shift.toFixed(3)} (most ${MOST_SHIFT})`);
    const blocking = median(reports.map(({ audits }) => audits[BLOCKING]?.numericValue ?? Number.NaN));
    console.log(
      `   blocked ${Math.round(blocking)} ms, ${Math.round(median(measured.map(({ ownBlocking }) => ownBlocking)))} ms by its own work: performance ${median(measured.map(ownPerformance))}`,
    );
    const failed = Object.entries(reports[0]?.audits ?? {}).filter(([, { score }]) => score !== null && score < 0.9);
    for (const [name, { title, score }] of failed) console.log(`   ${name} ${score}: ${title}`);
  }
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
verdict.end();
process.exit();
