// `npm run check`: the cheap checks, then the unit tests. `-- --fast`: the cheap checks alone, in 20 seconds.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Tests that read sources and start nothing: titles, clauses, import rules, words, and the places that breaks and survivors name. */
const CHEAP_TESTS = [
  'tests/clauses.test.ts',
  'tests/architecture.test.ts',
  'tests/glossary.test.ts',
  'tests/partNames.test.ts',
  'tests/checklists.test.ts',
  'tests/mutants.test.ts',
];

const CHEAP = [
  ['titles, clauses, architecture, glossary', 'vitest', ['run', '--project', 'unit', '--reporter=dot', ...CHEAP_TESTS]],
  // Incremental: what has not changed since the last run is read from .cache/types.
  ['types', 'npm', ['run', '-s', 'types']],
  ['lint', 'npm', ['run', '-s', 'lint']],
];
const REST = [['unit tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot']]];

/** A longer file may hold more than one topic: a note for whoever reviews it. Biome notes functions of more than 80 lines. */
const LINES_NOTED = 500;

function noteLongFiles() {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    if (lines > LINES_NOTED) console.log(`Note: ${file} has ${lines} lines.`);
  }
}

/** Runs a step; returns whether it passed. Prints the output of a failed step in one piece when the step ends. */
async function play([name, command, args]) {
  const start = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const [status] = await once(child, 'close');
  const verdict = status === 0 ? 'ok' : 'FAILED';
  console.log(
    `\n── ${name}: ${verdict} in ${Math.round((Date.now() - start) / 1000)} s\n${status === 0 ? '' : printed}`,
  );
  for (const [place] of printed.matchAll(/^\S+ lint\/complexity\/noExcessiveLinesPerFunction/gm))
    console.log(`Note: ${place}`);
  return status === 0;
}

noteLongFiles();
const isFast = process.argv.includes('--fast');
for (const steps of isFast ? [CHEAP] : [CHEAP, REST]) {
  const results = await Promise.all(steps.map(play));
  if (!results.every(Boolean)) process.exit(1);
}
