/**
 * Lighthouse on a phone, median of several runs a page: performance, accessibility, best practices, SEO, layout shift.
 * Lighthouse is 170 MB with its packages and no dependency of the project: npx brings this version into npm's own cache.
 *
 *   npm run bench:lighthouse              (RUNS=5, PAGES=/kawasakif/,/svleague/gallery.html)
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { median } from './support/firstScreen.ts';

const VERSION = '13.5.0';
const runs = Number(process.env.RUNS ?? 5);
const pages = process.env.PAGES?.split(',') ?? [
  '/kawasakif/',
  '/kawasakif/gallery.html',
  '/kawasakif/event-list.html',
  '/kawasakif/event-detail.html?e=kawasakif-today',
];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const MOST_SHIFT = 0.02;

/** Runs of which Lighthouse itself says that they went wrong are made again, so often. */
const REPEATS = 2;

interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<
    Record<string, { readonly numericValue?: number; readonly score: number | null; readonly title: string }>
  >;
}

const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const product = await startProduct();

async function report(path: string, repeats = REPEATS): Promise<Report> {
  const file = join(folder, 'report.json');
  const flags = '--headless=new --no-sandbox --disable-gpu';
  // It ends with an error where its report tells of one.
  const failure = await promisify(execFile)(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, product.url + path, '--quiet', '--output=json', `--output-path=${file}`],
      ...['--form-factor=mobile', `--only-categories=${Object.keys(LEAST).join(',')}`, `--chrome-flags=${flags}`],
    ],
    { env: { ...process.env, CHROME_PATH: ensureChromium() }, cwd: folder, maxBuffer: 2 ** 26 },
  ).then(
    () => null,
    (error: unknown) => error,
  );
  const made = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  rmSync(file, { force: true });
  if (made !== null && made.runtimeError === undefined) return made;
  if (repeats === 0) throw failure ?? new Error(made?.runtimeError?.message);
  console.log(`   again: ${made?.runtimeError?.message ?? failure}`);
  return report(path, repeats - 1);
}

try {
  for (const path of pages) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run += 1) reports.push(await report(path));
    const scores = Object.entries(LEAST).map(([name, least]) => {
      const score = median(reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100)));
      if (score < least) process.exitCode = 1;
      return `${name} ${score} (least ${least})`;
    });
    const shift = Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1));
    if (shift > MOST_SHIFT) process.exitCode = 1;
    console.log(`${path}: ${scores.join(', ')}, largest layout shift ${shift.toFixed(3)} (most ${MOST_SHIFT})`);
    const failed = Object.entries(reports[0]?.audits ?? {}).filter(([, { score }]) => score !== null && score < 0.9);
    for (const [name, { title, score }] of failed) console.log(`   ${name} ${score}: ${title}`);
  }
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
