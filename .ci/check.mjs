// `npm run check`: the cheap checks, then the unit tests. `-- --fast`: the cheap checks alone, in 20 seconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Tests that read sources and start nothing: titles, clauses, import rules, words. */
const CHEAP_TESTS = [
  'tests/clauses.test.ts',
  'tests/architecture.test.ts',
  'tests/glossary.test.ts',
  'tests/partNames.test.ts',
];

const CHEAP = [
  ['titles, clauses, architecture, glossary', 'vitest', ['run', '--project', 'unit', '--reporter=dot', ...CHEAP_TESTS]],
  // Incremental: what has not changed since the last run is read from .cache/types.
  ['types', 'npm', ['run', '-s', 'types']],
  ['lint', 'npm', ['run', '-s', 'lint']],
];
const REST = [['unit tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot']]];

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
  return status === 0;
}

const isFast = process.argv.includes('--fast');
for (const steps of isFast ? [CHEAP] : [CHEAP, REST]) {
  const results = await Promise.all(steps.map(play));
  if (!results.every(Boolean)) process.exit(1);
}
