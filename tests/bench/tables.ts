/**
 * Makes the tables of README and docs/benches.md. What the benches left in tests/.results/benches goes into docs/benches.json first:
 * of whole runs, or of the benches that are named, whatever settings they were run with.
 *
 *   npm run bench:tables                   whole runs
 *   npm run bench:tables -- load scroll    these, also if they were run with settings
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mergeResults, renderTables } from './support/tables.ts';
import { type BenchResult, RESULTS_FOLDER } from './support/verdict.ts';

const root = resolve(import.meta.dirname, '../..');
const KEPT = join(root, 'docs/benches.json');
const DOCUMENTS = ['README.md', 'docs/benches.md'];

const named = process.argv.slice(2);
const left = (existsSync(RESULTS_FOLDER) ? readdirSync(RESULTS_FOLDER) : [])
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(RESULTS_FOLDER, name), 'utf8')) as BenchResult);
const missing = named.filter((name) => !left.some(({ bench }) => bench === name));
if (missing.length > 0) throw new Error(`Not run: ${missing.join(', ')}`);

const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as BenchResult[];
const isOlder = (one: BenchResult) => kept.some(({ bench, at }) => bench === one.bench && at >= one.at);
const taken = left.filter((one) => (named.length > 0 ? named.includes(one.bench) : one.isWhole && !isOlder(one)));
const results = mergeResults(kept, taken);
writeFileSync(KEPT, `${JSON.stringify(results, null, 1)}\n`);
for (const name of DOCUMENTS) {
  const file = join(root, name);
  writeFileSync(file, renderTables(readFileSync(file, 'utf8'), results));
}
for (const { bench, command } of taken) console.log(`taken: ${bench} (${command})`);
for (const { bench, command } of left.filter((one) => !taken.includes(one))) console.log(`left: ${bench} (${command})`);
