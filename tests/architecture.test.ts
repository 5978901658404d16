/** The rules of the house as tables. A newcomer who breaks one learns it here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allowed, layerOf, layerOverrides, layersFile } from './layers.ts';
import { nonEmpty } from './nonEmpty.ts';
import * as named from './support/tenants.ts';

const root = resolve(import.meta.dirname, '..');
const roots = ['src', 'sw', 'server', 'build', 'demo', 'tenants'];
const everything = roots.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);
const sheets = everything.filter((file) => file.endsWith('.css'));
const files = everything.filter((file) => !file.endsWith('.css'));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test('every import points the way the layer table says', () => {
  const wrong: string[] = [];
  for (const file of nonEmpty(files)) {
    if (isTest(file)) continue;
    const from = layerOf(file) ?? '';
    expect(allowed, `${file} stands in a layer of the table`).toHaveProperty([from]);
    for (const [, specifier = ''] of textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = layerOf(relative(root, resolve(root, file, '..', specifier.replace(/\?.*$/, '')))) ?? '';
      if (to !== from && !allowed[from]?.includes(to)) wrong.push(`${file} → ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('demo/ is data: it takes types alone from server/', () => {
  const taking = nonEmpty(files.filter((file) => file.startsWith('demo/') && !isTest(file))).filter((file) =>
    /^import (?!type )[^;]*? from '[^']*\/server\/|\bimport\('[^']*\/server\//m.test(textOf(file)),
  );
  expect(taking).toEqual([]);
});

/** Server code that may wait for the disk on the thread it runs on, and why nobody else waits with it. */
const WAITS_FOR_DISK: Readonly<Record<string, RegExp>> = {
  'a build, the demo, or the server of development': /^server\/(?:build|dev)\.ts$|^server\/demo\//,
  'a command of the operators, in a process of its own': /^server\/admin\/(?!operatorChannel)/,
  'the thread of the embedded database': /^server\/database\/(?:databaseFolder|durablePglite|emptyDatabase)\.ts$/,
  'the start and the end of the server':
    /^server\/(?:startFailure|admin\/operatorChannel|database\/(?:dataFolderLock|privateFolder)|http\/fieldMetrics)\.ts$/,
  '/proc, which is no disk': /^server\/database\/lockOwner\.ts$/,
  'the start, and an operator who has the certificate read again': /^server\/config\/environment\.ts$/,
};

test('HLF-19a no server code waits for the disk on the thread that answers everybody', () => {
  const waits = /\b(?!hkdf|brotliCompress|gzip|scrypt|pbkdf2)[a-z][A-Za-z]*Sync\b/;
  const found = files.filter((file) => file.startsWith('server/') && !isTest(file) && waits.test(textOf(file)));
  const reasons = Object.values(WAITS_FOR_DISK);
  expect(nonEmpty(found).filter((file) => !reasons.some((known) => known.test(file)))).toEqual([]);
  expect(reasons.filter((known) => !found.some((file) => known.test(file)))).toEqual([]);
});

test('TEN-02b a tenant id is written nowhere but in tenants/, demo/draw and tests/support/tenants.ts', () => {
  const ids = readdirSync(join(root, 'tenants'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `tests/${file}`);
  const pattern = new RegExp(`(?<=['"\`/=])(?:${nonEmpty(ids).join('|')})(?![\\w])`);
  const others = [...files, ...nonEmpty(tests)].filter(
    (file) => !/^(?:tenants|demo\/draw)\//.test(file) && file !== 'tests/support/tenants.ts',
  );
  expect(others.filter((file) => pattern.test(textOf(file)))).toEqual([]);
});

test('TEN-02b the tenants that tests name have folders', () => {
  const ids = new Set(readdirSync(join(root, 'tenants')));
  expect(nonEmpty(Object.values(named)).filter((id) => !ids.has(id))).toEqual([]);
});

test('the layer table is what the linter knows: `npm run lint:layers` writes it', () => {
  expect(JSON.parse(readFileSync(layersFile, 'utf8'))).toEqual({ overrides: layerOverrides() });
  expect(JSON.parse(textOf('biome.json'))).toMatchObject({ extends: ['./biome.layers.json'] });
});

test('Japanese sentences of the client stand in messages/ja.ts only', () => {
  const wrong = files.filter((file) => {
    if (
      !/^(src|sw)\//.test(file) ||
      file.startsWith('src/messages/') ||
      file.startsWith('src/contract/') ||
      isTest(file)
    )
      return false;
    const code = textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(
      code.replace(/p{Script_Extensions=Hiragana}\/u/g, ''),
    );
  });
  expect(wrong).toEqual([]);
});

test('every sentence is said somewhere', () => {
  const code = files.filter((file) => !file.startsWith('src/messages/ja') && !isTest(file)).map(textOf);
  const words = new Set(code.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
  const unsaid = files
    .filter((file) => file.startsWith('src/messages') && !isTest(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^ +(\w+): ?[^;]*?,?$|^export const (\w+)/gm)]
        .map(([, key, name]) => key ?? name ?? '')
        .filter((name) => !words.has(name))
        .map((name) => `${file}: ${name}`),
    );
  expect(unsaid).toEqual([]);
});

test('limits of the product are written in contract/limits.ts only', () => {
  const wrong = files.filter(
    (file) =>
      /^(src|sw|server)\//.test(file) &&
      file !== 'src/contract/limits.ts' &&
      !isTest(file) &&
      /\b(4096|500_?000)\b/.test(textOf(file)),
  );
  expect(wrong).toEqual([]);
});

test('nothing unfinished and no way around the types is left', () => {
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|\bas any\b|\bas unknown as\b|@ts-(ignore|nocheck|expect-error)|dangerouslySetInnerHTML/;
  expect(files.filter((file) => !isTest(file) && marks.test(textOf(file)))).toEqual([]);
});

/** What no file does but those named, by the requirement of the ASVS (tests/asvs.md) it would break. */
test.each([
  ['1.2.4 puts SQL together from texts', /\bsql\.raw\(/, /^server\/database\/migrations\//],
  [
    '1.2.5 starts another program',
    /\bchild_process\b/,
    /^server\/(?:build|pictures\/pictureProcess|admin\/backup\/postgresPrograms)\.ts$/,
  ],
  [
    '1.2.9 builds a pattern',
    /new RegExp\(/,
    /^(?:server\/http\/routeNames|build\/chunkGroups|src\/rules\/visibleText)\.ts$/,
  ],
  [
    '1.3.2 runs a text as code',
    /\beval\(|new Function\(|\bset(?:Timeout|Interval)\(\s*['"`]|\bnode:vm\b/,
    /^server\/ssr\/ssrRenderer\.ts$/,
  ],
  [
    '3.2.2 writes a text as markup',
    /\.(?:innerHTML|outerHTML|srcdoc)\s*\+?=|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|createContextualFragment/,
    null,
  ],
  ['3.5.5 listens to messages of other windows', /\bwindow\??\.(?:addEventListener\(\s*'message'|onmessage)/, null],
] as const)('ASVS no source %s', (_, pattern, allowed) => {
  const wrong = files.filter((file) => !isTest(file) && !allowed?.test(file) && pattern.test(textOf(file)));
  expect(wrong).toEqual([]);
});

test('type has two weights (tokens.css)', () => {
  const weights = sheets.flatMap((file) =>
    [...textOf(file).matchAll(/font-weight:\s*([^;]+);/g)].map(([, weight]) => weight),
  );
  expect(new Set(weights)).toEqual(new Set(['400', '700']));
});

// WebKit paints positioned elements by the order of the document (bug 221483), whatever `order` says.
test('LAY-05 no sheet says `order` or reverses a direction', () => {
  const moving = /(?<![\w-])order\s*:|\b(?:row|column|wrap)-reverse\b/;
  expect(moving.test('.bar { order: 2; }')).toBe(true);
  expect(nonEmpty(sheets).filter((file) => moving.test(textOf(file)))).toEqual([]);
});

test('SAF-19 transactions are begun where they are repeated, where tables are made, and at a replica', () => {
  const beginning = files.filter(
    (file) => !isTest(file) && /\.(?:transaction|startTransaction)\(\)/.test(textOf(file)),
  );
  // A backup's snapshot only reads, and cannot be repeated: pg_dump is at work in it.
  const snapshot = 'server/admin/backup/openLive.ts';
  const places = ['migrate.ts', 'readReplica.ts', 'retryTransaction.ts'].map((name) => `server/database/${name}`);
  expect(beginning.toSorted()).toEqual([snapshot, ...places]);
});

test('no test asks something of each of a list that may be empty', () => {
  const own = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' }).map((path) => `tests/${path}`);
  const tests = [...files.filter(isTest), ...own.filter((path) => /\.tsx?$/.test(path))];
  const ofNothing = [/expect\((?:(?!nonEmpty)[^;])*?\.every\(/, /\bof await (?:(?!nonEmpty)[^;])*?\.all\(\)\s*\)/];
  expect(nonEmpty(tests).filter((file) => ofNothing.some((pattern) => pattern.test(textOf(file))))).toEqual([]);
});

/** Where SQL may stand beside `repository.ts` and `xRepository.ts`, and why. */
const SQL_ELSEWHERE: Readonly<Record<string, string>> = {
  'server/database/': 'connections, migrations, locks and counters of all areas',
  'server/identity/': 'an identity provider of its own: each file keeps one kind of its records',
  'server/admin/': 'operators’ commands: each file reads and writes one kind of record',
  'server/operations/': 'what commands and staff calls do alike: each file changes one kind of record',
  'server/demo/': 'fills an empty database',
  'server/api/photos/': 'lists are composed of parts: which photos, counters, their JSON',
  'server/api/notices/activityNotices.ts': 'notices of actions, written in the transaction of each',
  'server/push/pushDevices.ts': 'the table of browsers',
  'server/push/pushJobs.ts': 'the queue of pushes',
  'server/push/announce.ts': 'finds what is to be queued',
  'server/push/playerPushes.ts': 'new photos of favourite players: whom to tell, and what',
  'server/push/publishNews.ts': 'news of the desk: whom to tell, page by page',
  'server/push/newsCounts.ts': 'counters of that news',
  'server/push/composePush.ts': 'reads what a push says as things stand now',
  'server/pictures/': 'the queue of pictures to derive',
  'server/objects/unregisteredUploads.ts': 'the table of objects that belong to nothing yet',
  'server/objects/orphanChecks.ts': 'the table of places where orphaned objects may stand',
  'server/jobs/maintenance.ts': 'tidies the embedded database',
};

test('handlers hold rules and transactions, repositories SQL', () => {
  const sql =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|leftJoin|innerJoin|execute(?:TakeFirst\w*)?)\(|\bsql[`<.]/;
  const withSql = files.filter((file) => /^server\//.test(file) && !isTest(file) && sql.test(textOf(file)));
  const places = Object.keys(SQL_ELSEWHERE);
  const mayHold = (file: string) =>
    /\/(?:\w+R|r)epository\.ts$/.test(file) ||
    (!/\/\w*[hH]andlers\.ts$/.test(file) && places.some((place) => file.startsWith(place)));
  const wrong = withSql.filter((file) => !mayHold(file));
  expect(wrong).toEqual([]);
  expect(places.filter((place) => !withSql.some((file) => file.startsWith(place)))).toEqual([]);
});

/** Names that files of one family all export, so that one of them can stand for another, and where the family stands. */
const ALIKE: Readonly<Record<string, RegExp>> = {
  // What every tenant's folder holds; `posting` is gathered once for browsers and once for Node.
  tenant: /^tenants\/[\w-]+\/tenant\.ts$/,
  demo: /^tenants\/[\w-]+\/demo\.ts$/,
  posting: /^tenants\/(?:[\w-]+\/posting|posting\.(?:browser|node))\.ts$/,
  facts: /^tenants\/facts\.(?:browser|node)\.ts$/,
};

test('no two exported names are alike: a search for one finds what is meant', () => {
  const exported =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  const found = new Map<string, Set<string>>();
  for (const file of nonEmpty(files)) {
    if (isTest(file)) continue;
    for (const [, name = ''] of textOf(file).matchAll(exported))
      found.set(name, (found.get(name) ?? new Set()).add(file));
  }
  const alike = [...found]
    .map(([name, places]) => [name, [...places].filter((file) => !ALIKE[name]?.test(file))] as const)
    .filter(([name, others]) => others.length > (ALIKE[name] ? 0 : 1));
  expect(Object.fromEntries(alike)).toEqual({});
  expect(Object.keys(ALIKE).filter((name) => (found.get(name)?.size ?? 0) < 2)).toEqual([]);
});

/** Where local or session storage may be named beside its module, and why. */
const WEB_STORAGE_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/app/boot/main.tsx': 'hands session storage itself to the persister, within a try of its own',
};

test('web storage is read and written by platform/storage/webStorage.ts, which never throws', () => {
  const home = 'src/platform/storage/webStorage.ts';
  const code = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const naming = files.filter(
    (file) => file.startsWith('src/') && !isTest(file) && /\b(?:local|session)Storage\b/.test(code(file)),
  );
  expect(naming.sort()).toEqual([home, ...Object.keys(WEB_STORAGE_ELSEWHERE)].sort());
});

test('no lazy component is made but by lazyNamed: a search for one finds all', () => {
  const naming = files.filter(
    (file) => !isTest(file) && /\blazy\b[^;]*\bfrom 'react'|\b(?:React\.)?lazy\(/.test(textOf(file)),
  );
  expect(naming).toEqual(['src/ui/lazyNamed.ts']);
});

// Vite puts the whole of `import(…).then((part) => part.X, fail)` into what loadPart calls once the files are there: where they do not
// come, `fail` is never called. What is taken out of its argument by name stays outside.
test('T28 who imports a part on demand hears that its files did not come', () => {
  const kept = /\bimport\('[^']+'\)\s*\.then\(\s*(?:async\s*)?\(?\s*\w+\s*\)?\s*=>/;
  expect(kept.test("import('./Foot.tsx').then(\n (part) => part.Foot, fail)")).toBe(true);
  expect(files.filter((file) => file.startsWith('src/') && !isTest(file) && kept.test(textOf(file)))).toEqual([]);
});

test('files that comments name are there', () => {
  const folders = ['', 'src', 'server', 'sw', 'tests'];
  const wrong = files.flatMap((file) =>
    [...textOf(file).matchAll(/^ *(?:\/\*\*?|\*|\/\/).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|css|mjs|yaml|md|json))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => ![...folders, join(file, '..')].some((folder) => existsSync(join(root, folder, path))))
        .map((path) => `${file}: ${path}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('files that comments name without their folder are there too', () => {
  const known = new Set(
    ['src', 'sw', 'server', 'build', 'tenants', 'tests', 'demo', '.ci']
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      .concat(readdirSync(root))
      .map((path) => path.split('/').at(-1) ?? ''),
  );
  const wrong = files.flatMap((file) =>
    [...textOf(file).matchAll(/^ *(?:\/\*\*?|\*|\/\/).*$/gm)].flatMap(([comment]) =>
      [...comment.matchAll(/\b[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|css|mjs|js)\b/g)]
        .map(([name]) => name)
        .filter((name) => !known.has(name) && !/^(?:sw|sender)\.js$/.test(name))
        .map((name) => `${file}: ${name}`),
    ),
  );
  expect(wrong).toEqual([]);
});
