/**
 * Layers of the project, and the layers each may import besides itself: the one table. `tests/architecture.test.ts` holds it;
 * `npm run lint:layers` writes it into biome.layers.json as rules, so that an editor shows a wrong import where it is written.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const nouns = ['photo', 'event', 'member', 'players', 'keep'];
const journeys = [
  'gallery',
  'post',
  'makeEvent',
  'search',
  'account',
  'social',
  'notices',
  'ranking',
  'tutorial',
  'install',
];
const shared = [
  'src/ui',
  'src/messages',
  'src/session',
  'src/services',
  'src/navigation',
  'src/queries',
  'src/drafts',
  'src/push',
  'src/styles',
];
const data = ['src/contract', 'src/rules', 'tenants'];

/** Layer of a path, and the layers it may import besides itself. Left of the arrow may not know the right (design). */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  tenants: [],
  'src/contract': [],
  'src/rules': ['src/contract', 'tenants'],
  'src/outbox': ['src/contract', 'src/rules'],
  'src/platform': [...data, 'src/outbox', 'src/api'],
  'src/api': ['src/contract', 'src/rules'],
  'src/styles': ['tenants'],
  'src/messages': ['src/contract', 'src/rules'],
  'src/ui': ['src/contract', 'src/rules', 'src/messages'],
  'src/session': [...data, 'src/api', 'src/platform'],
  'src/push': ['src/api', 'src/platform', 'src/session'],
  'src/services': [...data, 'src/api', 'src/outbox', 'src/platform', 'src/messages', 'src/ui', 'src/session'],
  'src/navigation': ['src/contract', 'src/platform', 'src/services'],
  'src/drafts': ['src/platform', 'src/services'],
  'src/queries': [
    ...data,
    'src/api',
    'src/outbox',
    'src/platform',
    'src/messages',
    'src/ui',
    'src/session',
    'src/services',
    'src/navigation',
  ],
  ...Object.fromEntries(
    nouns.map((name) => [`src/features/${name}`, [...data, 'src/api', 'src/outbox', 'src/platform', ...shared]]),
  ),
  ...Object.fromEntries(
    journeys.map((name) => [
      `src/features/${name}`,
      [...data, 'src/api', 'src/outbox', 'src/platform', ...shared, ...nouns.map((noun) => `src/features/${noun}`)],
    ]),
  ),
  // The staff's desk: a floor of its own. No fan's code imports it but the page that opens it.
  'src/staff': [...data, 'src/api', ...shared, 'src/features/photo'],
  // A stadium's screen: a floor of its own that only the start of the client knows.
  'src/wall': [...data, 'src/api', 'src/platform', 'src/messages', 'src/services'],
  'src/app': [
    ...data,
    'src/staff',
    'src/wall',
    'src/api',
    'src/outbox',
    'src/platform',
    ...shared,
    ...[...nouns, ...journeys].map((name) => `src/features/${name}`),
  ],
  // Notifications are words, too.
  sw: ['src/contract', 'src/rules', 'src/outbox', 'src/platform', 'src/api', 'src/messages'],
  // The versions of what it runs on are data of the project; its notices are words.
  server: [...data, 'src/messages', 'build', 'demo', 'package.json'],
  build: [...data, 'src/messages', 'server', 'package.json'],
  // Of the server it takes types alone, those of rows.
  demo: [...data, 'server'],
};

export function layerOf(file: string): string | undefined {
  const parts = file.split('/');
  if (parts[0] !== 'src') return parts[0];
  return parts[1] === 'features' ? parts.slice(0, 3).join('/') : parts.slice(0, 2).join('/');
}

/** What no layer may import unless the table says so. */
const targets = [...Object.keys(allowed), 'tests', 'package.json'];

/** An import of `to` as a file of `from` writes it: by `../` up to the folder both stand in. */
function patternOf(from: string, to: string): string {
  if (!to.includes('/')) return to.includes('.') ? `**/${to}` : `**/${to}/**`;
  return from.startsWith('src/') ? `**/${to.split('/').at(-1)}/**` : `**/${to}/**`;
}

/** The table as overrides of Biome, one a layer. */
export function layerOverrides() {
  return Object.entries(allowed).map(([from, known]) => ({
    includes: [`${from}/**`, '!**/*.test.ts', '!**/*.test.tsx'],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [
                {
                  group: [
                    ...targets.filter((to) => to !== from && !known.includes(to)).map((to) => patternOf(from, to)),
                    // What stands beside a file is of its own layer, whatever its name.
                    '!./**',
                  ],
                  message: `${from} may not know it: see the table of tests/layers.ts.`,
                },
              ],
            },
          },
        },
      },
    },
  }));
}

/** What `npm run lint:layers` writes, and biome.json takes in. */
export const layersFile = new URL('../biome.layers.json', import.meta.url);

if (import.meta.main) {
  writeFileSync(layersFile, JSON.stringify({ overrides: layerOverrides() }));
  execFileSync('npx', ['biome', 'format', '--write', 'biome.layers.json'], { stdio: 'inherit' });
}
