/** Tenants are folders: one is added by copying a folder, and goes by removing it, with nothing else to edit (TEN-02). */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findTenant, tenants } from '../../tenants/index.ts';
import { ofTheMachine, startProcess } from '../api/deployProcess.ts';
import { nonEmpty } from '../nonEmpty.ts';
import * as named from '../support/tenants.ts';

const root = resolve(import.meta.dirname, '../..');
const place = mkdtempSync(join(tmpdir(), 'tenants-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What the product is built of, runs on and is tested by. The empty database only saves making it again. */
const PARTS = [
  ...['build', 'demo', 'public', 'server', 'src', 'sw', 'tenants', 'tests', '.ci', `.cache/${databaseName()}`],
  ...['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json', 'biome.json', 'biome.layers.json'],
];
const kept: readonly string[] = Object.values(named);
const gone = tenants.map(({ id }) => id).filter((id) => !kept.includes(id));
/** A copy of the club that the tests name, as it is. */
const COPY = `${named.CLUB}-copy`;

function databaseName(): string {
  const cache = join(root, '.cache');
  return (existsSync(cache) ? readdirSync(cache) : []).find((name) => /^postgres-[\d.-]+$/.test(name)) ?? 'postgres';
}

beforeAll(() => {
  for (const part of PARTS.filter((path) => existsSync(join(root, path))))
    cpSync(join(root, part), join(place, part), {
      recursive: true,
      filter: (path) => !path.endsWith('/tests/.results'),
    });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  for (const id of gone) rmSync(join(place, 'tenants', id), { recursive: true });
  cpSync(join(place, 'tenants', named.CLUB), join(place, 'tenants', COPY), { recursive: true });
});

/** A whole build, and hundreds of tests: minutes on a machine that has much else to do. */
const LIMIT = { timeout: 600_000 };
const { CI } = process.env;

/** Runs a script of a package in the copied project. In CI its tests are tried twice, as these are. */
const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join('node_modules', script), ...args], {
    cwd: place,
    env: { ...ofTheMachine(), NO_COLOR: '1', ...(CI === undefined ? {} : { CI }) },
    stdio: 'pipe',
  });

/** Answer of a page: its status and its HTML. */
async function open(address: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(address);
  return { status: answer.status, html: await answer.text() };
}

test(
  'TEN-02a a copied folder is a tenant, removed ones are gone: it builds and runs with no other edit',
  LIMIT,
  async () => {
    // Without the demo's pictures: they are the same for whichever tenants there are.
    run('vite/bin/vite.js', 'build', '--logLevel', 'error');
    const server = startProcess({ DATA_DIR: join(place, 'data'), LOG_FORMAT: 'text' }, place);
    onTestFinished(() => void server.child.kill());
    const url = await server.url;
    for (const id of nonEmpty([...kept, COPY, ...gone])) {
      const { status } = await open(`${url}/${id}/`);
      expect([id, status]).toEqual([id, gone.includes(id) ? 404 : 200]);
    }
    const name = findTenant(named.CLUB)?.name ?? '';
    const home = await open(`${url}/${COPY}/`);
    expect(home.html).toContain(`<title>${name}`);
    expect(home.html).toContain(`data-tenant="${COPY}"`);
    // The demo of its folder: events, as a visitor sees them.
    expect(home.html).toMatch(/"name":"getEvents".*event_name/s);
    const manifest = await open(`${url}/${COPY}/manifest.webmanifest`);
    expect(manifest.status).toBe(200);
    expect(manifest.html).toContain(name);
    const styles = /<link rel="stylesheet"[^>]* href="(\/assets\/plain-[^"]+\.css)"/.exec(
      (await open(`${url}/${COPY}/404.html`)).html,
    )?.[1];
    expect((await open(`${url}${styles}`)).html).toMatch(new RegExp(`\\[data-tenant="?${COPY}"?\\]`));
    expect(await server.end()).toBe(0);
  },
);

test('TEN-02b the tests that read the tenants pass with the folders that are there', LIMIT, () => {
  const readers = ['src', 'sw', 'server', 'build', 'demo', 'tenants']
    .flatMap((part) => readdirSync(join(root, part), { recursive: true, encoding: 'utf8' }).map((f) => `${part}/${f}`))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) =>
      /tenants\/index\.ts'|support\/tenants\.ts'|tenantFolders/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(readers.length).toBeGreaterThan(20);
  const said = run('vitest/vitest.mjs', 'run', '--project', 'unit', ...readers, 'tests/architecture.test.ts');
  expect(String(said)).toMatch(/Tests +\d{3} passed/);
});
