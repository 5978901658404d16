// `npm test -- FILE …`: only these files, of whatever kind, with the runner they belong to. What begins with '-' goes to it as it is:
//   npm test -- tests/api/search.test.ts -t 'SRC-05'
//   npm test -- tests/journeys/outbox.spec.ts -g 'QUE-01'
const KINDS = [
  {
    pattern: /^tests\/engines\/.*\.spec\.ts/,
    command: ['playwright', 'test', '-c', 'tests/engines/playwright.config.ts'],
  },
  {
    pattern: /^tests\/journeys\/.*\.spec\.ts/,
    command: ['playwright', 'test', '-c', 'tests/journeys/playwright.config.ts'],
  },
  {
    // With the programs `npm run test:peers` finds.
    pattern: /^tests\/peers\/.*\.spec\.ts/,
    command: ['playwright', 'test', '-c', 'tests/peers/playwright.config.ts'],
  },
  { pattern: /\.test\.tsx?$/, command: ['vitest', 'run'] },
];

function end(sentence) {
  console.error(sentence);
  process.exit(2);
}

/**
 * The steps that run what the arguments name, as `[name, command, arguments]`; browser tests have the build before them.
 * Ends the process with a sentence when nothing, or something unknown, is named.
 */
export function stepsOf(given) {
  const files = given
    .filter((word) => /\.(?:test|spec)\.tsx?(?::\d+)?$/.test(word))
    .map((word) => word.replace(/^\.\//, ''));
  const options = given.filter((word) => !/\.(?:test|spec)\.tsx?(?::\d+)?$/.test(word));
  if (files.length === 0) end('Name one test file or more: npm test -- tests/api/search.test.ts');
  const steps = [];
  for (const { pattern, command } of KINDS) {
    const own = files.filter((file) => KINDS.find((kind) => kind.pattern.test(file))?.pattern === pattern);
    if (own.length === 0) continue;
    const [program, ...rest] = command;
    if (program === 'playwright' && steps.every(([name]) => name !== 'build'))
      steps.push(['build', 'npm', ['run', '-s', 'build']]);
    steps.push([own.join(' '), program, [...rest, ...own, ...options]]);
  }
  if (steps.length === 0) end(`No runner knows ${files.join(' ')}.`);
  return steps;
}
