/** Tenants are folders: one is added by copying a folder, and goes by removing it, with nothing else to edit (TEN-02). */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { tenants } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { ofTheMachine, startProcess } from './deployProcess.ts';

const root = resolve(import.meta.dirname, '../..');
const place = mkdtempSync(join(tmpdir(), 'tenants-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What the product is built of, and runs on. */
const PARTS = ['build', 'demo', 'public', 'server', 'src', 'sw', 'tenants', '.ci', 'package.json', 'package-lock.json'];

/** Answer of a page: its status and its HTML. */
async function open(address: string): Promise<{ status: number; html: string }> {
  const answer = await fetch(address);
  return { status: answer.status, html: await answer.text() };
}

test('TEN-02a a copied folder is a tenant, removed ones are gone: it builds and runs with no other edit', async () => {
  const gone = nonEmpty(tenants.slice(-6)).map(({ id }) => id);
  const first = tenants[0] as Tenant;
  for (const part of [...PARTS, 'vite.config.ts', 'tsconfig.json'])
    cpSync(join(root, part), join(place, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  const folder = (id: string) => join(place, 'tenants', id);
  for (const id of gone) rmSync(folder(id), { recursive: true });
  cpSync(folder(first.id), folder('newclub'), { recursive: true });
  // The one thing a copy says wrongly.
  const facts = join(folder('newclub'), 'tenant.ts');
  writeFileSync(facts, readFileSync(facts, 'utf8').replace(first.name, 'ヨコハマ'));
  const theme = join(folder('newclub'), 'theme.css');
  writeFileSync(theme, readFileSync(theme, 'utf8').replaceAll(first.id, 'newclub'));

  execFileSync(process.execPath, ['server/build.ts'], { cwd: place, env: ofTheMachine(), stdio: 'pipe' });
  const server = startProcess({ DATA_DIR: join(place, 'data'), LOG_FORMAT: 'text' }, place);
  onTestFinished(() => void server.child.kill());
  const url = await server.url;
  for (const id of nonEmpty([...tenants.map((tenant) => tenant.id), 'newclub'])) {
    const { status } = await open(`${url}/${id}/`);
    expect([id, status]).toEqual([id, gone.includes(id) ? 404 : 200]);
  }
  const home = await open(`${url}/newclub/`);
  expect(home.html).toContain('<title>ヨコハマ');
  expect(home.html).toContain('data-tenant="newclub"');
  // The demo of its folder: events, as a visitor sees them.
  expect(home.html).toMatch(/"name":"getEvents".*event_name/s);
  const manifest = await open(`${url}/newclub/manifest.webmanifest`);
  expect(manifest.status).toBe(200);
  expect(manifest.html).toContain('ヨコハマ');
  expect(await server.end()).toBe(0);
});
