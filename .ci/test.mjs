// `npm test`: types, lint, unit, API and chaos tests (API on the embedded database and on PostgreSQL), the build, then the
// journeys in a real browser on the built product.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium, ensureHeadlessShell } from './ensure-chromium.mjs';
import { ensurePostgres } from './ensure-postgres.mjs';
import { printReport } from './report.mjs';

const results = 'tests/.results';
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const env = {
  ...process.env,
  CHROMIUM_PATH: ensureChromium(),
  HEADLESS_SHELL_PATH: ensureHeadlessShell(),
  NODE_OPTIONS: '',
};
const noPostgres = ensurePostgres()
  ? ''
  : 'NOT TESTED ON POSTGRESQL: none here, and none could be installed (set POSTGRES_BIN).';
if (noPostgres) console.error(`\n!! ${noPostgres}`);
if (noPostgres && process.env.CI) process.exit(1);

const steps = [
  ['types', 'npm', ['run', '-s', 'types']],
  ['lint', 'npm', ['run', '-s', 'lint']],
  [
    'unit, API and chaos tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}/vitest.json`],
  ],
  ['build', 'npm', ['run', '-s', 'build']],
  ['journeys', 'npm', ['run', '-s', 'test:journeys']],
];
const failed = [];
for (const [name, command, args] of steps) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - start) / 1000)} s`);
  if (status !== 0) failed.push(name);
  // without a build the journeys would run on an older one
  if (status !== 0 && name === 'build') break;
}
printReport(results);
console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nAll green');
if (noPostgres) console.error(`!! ${noPostgres}`);
process.exit(failed.length ? 1 : 0);
