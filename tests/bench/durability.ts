/**
 * What becomes of a post when the browser is killed at every step of it, under ten faults: our queue, Workbox Background Sync and
 * Uppy (Golden Retriever, XHR upload), these two with an idempotency key and without, and Uppy with tus; each in real Chromium, against
 * one server that counts bytes and registrations. The order is one of chance.
 *
 *   npm run bench:durability                           all 300 posts, half an hour and more, then the report
 *   npm run bench:durability -- --only ours --faults offline,500 --steps during,after
 *   npm run bench:durability -- --missing              what was not run yet, also together with the others
 *   npm run bench:durability -- --report               the table of what was run so far
 *
 * Every post is written to tests/.results/durability.json as it ends; a later run of the same post takes its place.
 * JOBS (default 2): browsers at a time.
 */
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { bundleAll } from './durability/bundle.ts';
import { CONTENDERS, FAULTS, type Row, STEPS } from './durability/plan.ts';
import { judgeOurs, REPORT_HEAD, reportRows, tell } from './durability/report.ts';
import { keepRow, readRows } from './durability/rows.ts';
import { runOnce } from './durability/run.ts';
import { shuffled } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    faults: { type: 'string' },
    steps: { type: 'string' },
    missing: { type: 'boolean' },
    report: { type: 'boolean' },
  },
});

/** @throws Error naming what is not in the plan */
function chosen<T extends string>(all: readonly T[], given: string | undefined): readonly T[] {
  const names = given?.split(',') ?? all;
  const unknown = names.find((name) => !(all as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${all.join(', ')}`);
  return all.filter((name) => (names as readonly string[]).includes(name));
}

async function runAll(): Promise<void> {
  process.env.CHROMIUM_PATH = ensureChromium();
  const contenders = chosen(CONTENDERS, values.only);
  const steps = chosen(STEPS, values.steps);
  const keyOf = ({ contender, fault, step }: Pick<Row, 'contender' | 'fault' | 'step'>) =>
    `${contender} ${fault} ${step}`;
  const known = new Set(values.missing ? readRows().map(keyOf) : []);
  const planned = chosen(FAULTS, values.faults).flatMap((fault) =>
    steps.flatMap((step) => contenders.map((contender) => ({ contender, fault, step }))),
  );
  const posts = shuffled(planned.filter((post) => !known.has(keyOf(post))));
  const files = await bundleAll();
  const began = performance.now();
  const work = async () => {
    for (let post = posts.shift(); post; post = posts.shift()) {
      const row = await runOnce(files, post);
      keepRow(row);
      console.log(tell(row));
    }
  };
  await Promise.all(Array.from({ length: Number(process.env.JOBS ?? 2) }, work));
  console.log(`${Math.round((performance.now() - began) / 1_000)} s`);
}

if (!values.report) await runAll();
const rows = readRows();
const lines = reportRows(rows);
for (const cells of [REPORT_HEAD, ...lines])
  console.log(cells.map((cell, column) => cell.padEnd(column === 0 ? 50 : 22)).join(''));
// What was run in several parts is whole once every post is there.
const isWhole = rows.length === CONTENDERS.length * FAULTS.length * STEPS.length;
const verdict = createVerdict('durability', { words: isWhole ? [] : process.argv.slice(2) });
judgeOurs(rows, verdict);
verdict.table('durability', REPORT_HEAD, lines);
verdict.end();
process.exit();
