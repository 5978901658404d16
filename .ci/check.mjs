// `npm run check`: types, lint and unit tests side by side, for the time between two changes. `npm test` runs everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STEPS = [
  ['types', 'npm', ['run', '-s', 'types']],
  ['lint', 'npm', ['run', '-s', 'lint']],
  ['unit tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot']],
];

/** Whether it went well; what it printed is shown in one piece, at its end. */
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

const results = await Promise.all(STEPS.map(play));
process.exit(results.every(Boolean) ? 0 : 1);
