/**
 * What becomes of a post when the browser is killed at every step of it, under ten faults: our queue, Workbox Background Sync and
 * Uppy (Golden Retriever, XHR upload), each in real Chromium, against one server that counts bytes and registrations.
 *
 *   npm run bench:durability                           all 150 posts, about a quarter of an hour, then the report
 *   npm run bench:durability -- --only ours --faults offline,500 --steps during,after
 *   npm run bench:durability -- --missing              what was not run yet, also together with the others
 *   npm run bench:durability -- --report               the table of what was run so far
 *
 * Every post is written to tests/.results/durability.json as it ends; a later run of the same post takes its place.
 * JOBS (default 2): browsers at a time. --table: the report as rows of docs/benches.md.
 */
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { bundleAll } from './durability/bundle.ts';
import { CONTENDERS, FAULTS, type Row, STEPS } from './durability/plan.ts';
import { boundsBroken, tableOf, tell } from './durability/report.ts';
import { keepRow, readRows } from './durability/rows.ts';
import { runOnce } from './durability/run.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    faults: { type: 'string' },
    steps: { type: 'string' },
    missing: { type: 'boolean' },
    report: { type: 'boolean' },
    table: { type: 'boolean' },
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
  const posts = chosen(FAULTS, values.faults)
    .flatMap((fault) => steps.flatMap((step) => contenders.map((contender) => ({ contender, fault, step }))))
    .filter((post) => !known.has(keyOf(post)));
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
const rows: readonly Row[] = readRows();
console.log(tableOf(rows, values.table ? 'markdown' : 'plain'));
const failures = boundsBroken(rows);
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
