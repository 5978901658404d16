/** docs/scale.md, 'What grows, and what bounds it': a row for each table, each cache and each store, and no row of what is gone. */
import 'fake-indexeddb/auto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { openKept } from '../../src/platform/kept/keptDatabase.ts';
import { createClientDatabase } from '../../src/platform/storage/clientDatabase.ts';
import { nonEmpty } from '../nonEmpty.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/scale.md'), 'utf8');

/** Cells of the rows below a heading of the page. Throws where there is no such heading or no row. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, text = ''] = page.split(`\n### ${heading}\n`);
  const [own = ''] = text.split(/\n##+ /);
  const lines = own.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| name |'));
  return nonEmpty(
    lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  );
}
/** Names of the first cells, in the order of the alphabet. */
const namesBelow = (heading: string): string[] =>
  rowsBelow(heading)
    .flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .sort();

test('OPS-13a every table of the database has a row', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'growth-'));
  const { db, close } = await openDatabase({ dataDir });
  try {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`.execute(db);
    expect(namesBelow('Tables of the database')).toEqual(rows.map(({ name }) => name));
  } finally {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('OPS-13a every row of a table says what bounds it, or that nothing does', () => {
  const tables = [
    'Tables of the database',
    'Device of a fan: Cache Storage',
    'Device of a fan: IndexedDB and web storage',
  ];
  for (const heading of tables)
    expect(rowsBelow(heading).filter((cells) => cells.length !== 4 || (cells[2] ?? '').length < 3)).toEqual([]);
});

/** Every file of the client and of its worker, without tests. */
const sources = nonEmpty(
  ['src', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), 'utf8') })),
  ),
);
const allText = sources.map(({ text }) => text).join('\n');

/** Names whose value is made: what makes them, and how the page writes it. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  pagesName: ['pages-{build}'],
  // `answerCacheName`: one of a visitor, one of each fan.
  cacheName: ['answers-anonymous', 'answers-user-{hash}'],
  // Names of caches that are there already.
  name: [],
};
/** The value of a constant, which its own file or another one has; of what is no constant, as MADE says. */
function cacheNamesOf(written: string, text: string): readonly string[] {
  if (/^'[^']*'$/.test(written)) return [written.slice(1, -1)];
  const made = MADE[written];
  if (made !== undefined) return made;
  const declared = new RegExp(`const ${written} = '([^']+)'`);
  const [, value] = declared.exec(text) ?? declared.exec(allText) ?? [];
  if (value === undefined) throw new Error(`${written} names a cache, and its value is not known here`);
  return [value];
}

test('OPS-13a every cache of the client has a row', () => {
  const patterns = [
    /caches\.open\(([^()]+)\)/g,
    /\bcacheName: ([A-Z]\w+|pagesName|'[^']+')(?= *[,}])/g,
    /\b(?:bounded|pictures)\(('[\w-]+')[,)]/g,
  ];
  const named = sources.flatMap(({ text }) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name = '']) => cacheNamesOf(name, text))),
  );
  // Workbox gives its own cache this name.
  const all = new Set([...nonEmpty(named), 'workbox-precache-v2-{scope}']);
  expect(namesBelow('Device of a fan: Cache Storage')).toEqual([...all].sort());
});

test('OPS-13a every store of the client’s databases has a row, and there are no other databases', async () => {
  const client = await createClientDatabase('fan-photo').run(async (db) => [...db.objectStoreNames]);
  const kept = [...(await openKept()).objectStoreNames];
  const stores = [
    ...client.map((store) => `fan-photo/${store}`),
    ...kept.map((store) => `kept-matches/${store}`),
    'workbox-expiration/cache-entries',
  ];
  const databases = rowsBelow('Device of a fan: IndexedDB and web storage').filter(([first]) => first?.startsWith('`'));
  const named = databases.flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(named.sort()).toEqual(stores.sort());
  const opening = sources.filter(({ text }) => /\bopenDB[(<]|indexedDB\.open\(/.test(text)).map(({ path }) => path);
  expect(opening.sort()).toEqual([
    'src/platform/kept/keptDatabase.ts',
    'src/platform/storage/clientDatabase.ts',
    // Workbox's records of ages, where a name of the fan may stand.
    'sw/wipeUserCaches.ts',
  ]);
});
