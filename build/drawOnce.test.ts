import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tenants } from '../tenants/index.ts';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { drawOnce } from './drawOnce.ts';
import { renderIcon } from './renderIcon.ts';
import type { IconFile } from './renderManifest.ts';
import { readTenantFile } from './tenantFolders.ts';

const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file is drawn once from the same things, and again from others', async () => {
  const draw = vi.fn(async () => Buffer.from('drawn'));
  const ask = (...from: string[]) => drawOnce(import.meta.url, from, draw, join(folder, 'one'));
  expect(String(await ask('a', 'b'))).toBe('drawn');
  expect(String(await ask('a', 'b'))).toBe('drawn');
  expect(draw).toHaveBeenCalledTimes(1);
  await ask('ab', '');
  expect(draw).toHaveBeenCalledTimes(2);
});

test('TEN-02a a changed colour draws the icons of its tenant anew, and no other’s', async () => {
  const place = join(folder, 'icons');
  const files: IconFile[] = ['favicon-32.png', 'apple-touch-180.png'];
  /** Draws the icons of all tenants; tells how many were not there yet. */
  async function build(changed = '') {
    const before = new Set(readdirSync(folder).includes('icons') ? readdirSync(place) : []);
    for (const { id, config } of nonEmpty(tenants))
      for (const file of files) {
        const colors = id === changed ? { ...config.colors, brand: '#123456' } : config.colors;
        await renderIcon(readTenantFile(id, 'logo.svg'), colors, file, place);
      }
    return readdirSync(place).filter((name) => !before.has(name)).length;
  }
  expect(await build()).toBeGreaterThan(0);
  expect(await build()).toBe(0);
  // The favicon stands on nothing: it has no brand colour to change.
  expect(await build(tenants[0]?.id)).toBe(1);
});
