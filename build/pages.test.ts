import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CARD_SIZE } from '../src/contract/limits.ts';
import { openPath, SHARE_FIELD, sharePath, tenantOfShare } from '../src/contract/workerPaths.ts';
import { splitPhrases } from '../src/rules/splitPhrases.ts';
import { findTenant, tenants } from '../tenants/index.ts';
import type { Tenant } from '../tenants/schema.ts';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { PUBLISHER } from '../tests/support/tenants.ts';
import { EARLY_SCRIPT } from './earlyScript.ts';
import { commonPages, listPages, tenantPages } from './pageList.ts';
import { type IconFile, iconFiles, renderManifest } from './renderManifest.ts';
import { renderNotFoundPage, renderRootPage } from './renderPlainPages.ts';
import { renderShell, shellTitle } from './renderShell.ts';
import { listTenantAssets, makeTenantAsset } from './tenantAssets.ts';
import { TENANT_CARD } from './tenantCard.ts';
import { readThemes } from './tenantFolders.ts';

const template = readFileSync(new URL('../src/app/index.html', import.meta.url), 'utf8');
const pages = listPages(tenants);
const [first] = tenants as [Tenant, ...Tenant[]];
/** A tenant whose words would end the markup they stand in. */
const hostile: Tenant = { ...first, name: '<img src=x>', lead: '"><script>', shortName: '$& $1' };

describe('shells', () => {
  test('RTE-18a every address of the list of routes has a file of its own', () => {
    const files = pages.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    for (const { id, features } of nonEmpty(tenants)) {
      for (const { name } of tenantPages) expect(files).toContain(`${id}/${name}.html`);
      for (const { name } of commonPages.filter((page) => page.name !== 'tutorial')) {
        expect(files).toContain(`${id}/common/${name}.html`);
      }
      expect(files.includes(`${id}/common/tutorial.html`), `TEN-05 ${id}`).toBe(features.tutorial);
    }
    for (const { name } of commonPages) expect(files).toContain(`common/${name}.html`);
  });

  test('RTE-18a each shell names tenant and page, keeps the server’s marks, has one inline script, no style', () => {
    for (const { tenant, page } of nonEmpty(pages)) {
      const html = renderShell(template, { tenant, page });
      expect(html).toContain(`<html lang="ja"${tenant ? ` data-tenant="${tenant.id}"` : ''} data-page="${page.name}">`);
      expect(html.match(/<title>[^<]+<\/title>/g)).toHaveLength(1);
      expect(html.indexOf('<!--first-images-->')).toBeLessThan(html.indexOf('</head>'));
      expect(html.indexOf('<!--first-data-->')).toBeGreaterThan(html.indexOf('<body>'));
      expect(html.includes('rel="manifest"')).toBe(tenant !== null);
      expect(html.split(EARLY_SCRIPT), 'before anything is drawn').toHaveLength(2);
      expect(html.indexOf(EARLY_SCRIPT)).toBeLessThan(html.search(/<link|<title/));
      expect(html.replace(EARLY_SCRIPT, '')).not.toMatch(/ style=|<style|<script(?![^>]* src=)| on\w+=|<!--shell-/);
    }
  });

  test('LAY-03a pages without a script have marks between the phrases of what they say, and nowhere else', () => {
    const root = renderRootPage(tenants, '/plain.css');
    for (const { name, lead } of tenants)
      for (const text of [name, lead]) expect(root).toContain(`>${splitPhrases(text).join('<wbr>')}</span>`);
    expect(root).toContain('>あの<wbr>一瞬を、<wbr>みんなの<wbr>一枚に。</h1>');
    expect(renderNotFoundPage(null, '/plain.css')).toContain('>ページが<wbr>見つかりません</h1>');
    expect(root.slice(0, root.indexOf('<body>'))).not.toContain('<wbr>');
  });

  test('TEN-11b an iPhone takes icon, name and status bar from every page of a tenant', () => {
    for (const { tenant, page } of nonEmpty(pages)) {
      if (tenant === null) continue;
      const html = renderShell(template, { tenant, page });
      expect(html).toContain(`<link rel="apple-touch-icon" href="${tenant.index}icons/apple-touch-180.png">`);
      expect(html).toMatch(/<meta name="apple-mobile-web-app-title" content="[^"]+">/);
      expect(html).toContain('<meta name="apple-mobile-web-app-capable" content="yes">');
      expect(html).toContain('<meta name="apple-mobile-web-app-status-bar-style" content="default">');
      expect(html).toContain('viewport-fit=cover');
    }
  });

  test('TEN-01a the offline shell belongs to no tenant', () => {
    const html = renderShell(template, { tenant: null, page: null });
    expect(html).toContain('<html lang="ja">');
    for (const { id } of tenants) expect(html).not.toContain(`/${id}/`);
  });

  test('TEN-03a titles use the tenant’s words', () => {
    const page = tenantPages.find(({ name }) => name === 'player-detail') ?? null;
    for (const tenant of nonEmpty(tenants))
      expect(shellTitle(tenant, page)).toBe(`${tenant.config.playerlabel}の写真 | ${tenant.name} 推しコレ`);
    expect(shellTitle(findTenant(PUBLISHER) ?? null, page)).toBe('メンバーの写真 | わーすた 推しコレ');
  });

  test('TEN-02a a tenant’s words cannot become markup', () => {
    const html = renderShell(template, { tenant: hostile, page: tenantPages[0] ?? null });
    expect(html).not.toMatch(/<img src=x>|"><script>/);
    expect(html).toContain('content="$&amp; $1"');
  });
});

test('TEN-02a each theme is for the tenant of its folder', () => {
  const themes = readThemes();
  for (const { id } of nonEmpty(tenants)) expect(themes.split(`[data-tenant="${id}"]`)).toHaveLength(6);
  expect(themes).not.toContain('[data-tenant]');
});

describe('plain pages', () => {
  test('TEN-01a the root page leads to every tenant without a script', () => {
    const html = renderRootPage(tenants, '/plain.css');
    for (const { id, index } of tenants) expect(html).toContain(`data-tenant="${id}" href="${index}"`);
    expect(html).not.toContain('<script');
  });

  test('RTE-18d the 404 page leads home: to the tenant where the address names one', () => {
    expect(renderNotFoundPage(null, '/plain.css')).toContain('class="plain-action" href="/"');
    expect(renderNotFoundPage(first, '/plain.css')).toContain(`class="plain-action" href="${first.index}"`);
  });
});

describe('manifests and icons', () => {
  test('T27 TEN-11a every tenant is an app of its own: id, start_url and scope are its folder', () => {
    const manifests = tenants.map((tenant) => JSON.parse(renderManifest(tenant)));
    expect(new Set(manifests.map(({ id }) => id)).size).toBe(tenants.length);
    for (const [position, manifest] of nonEmpty(manifests.entries())) {
      const { index, config } = tenants[position] as Tenant;
      expect(manifest).toMatchObject({ id: index, start_url: index, scope: index, display: 'standalone', lang: 'ja' });
      expect(manifest.theme_color).toBe(config.colors.brand);
      for (const { url } of nonEmpty<{ url: string }>(manifest.shortcuts))
        expect(url.startsWith(manifest.scope)).toBe(true);
      for (const { src } of nonEmpty<{ src: string }>(manifest.icons))
        expect(listTenantAssets(index.slice(1, -1))).toContain(src.slice(index.length));
    }
  });

  test('QUE-06a T27 every app takes shared photos and files into its own club, and opens in its one window', () => {
    for (const tenant of tenants) {
      const { share_target, file_handlers, launch_handler, shortcuts, scope } = JSON.parse(renderManifest(tenant));
      expect(share_target).toMatchObject({
        action: sharePath(tenant.id),
        method: 'POST',
        enctype: 'multipart/form-data',
      });
      const endings = ['.jpg', '.jpeg', '.jfif', '.jpe'];
      expect(share_target.params.files).toEqual([{ name: SHARE_FIELD, accept: ['image/jpeg', ...endings] }]);
      expect(file_handlers).toEqual([{ action: openPath(tenant.id, 'files'), accept: { 'image/jpeg': endings } }]);
      expect(tenantOfShare(share_target.action)).toBe(tenant.id);
      for (const { action } of [share_target, ...file_handlers]) expect(action.startsWith(scope)).toBe(true);
      expect(launch_handler.client_mode[0]).toBe('navigate-existing');
      expect(shortcuts.map(({ name }: { name: string }) => name)).toContain('写真を投稿');
    }
    for (const path of ['/share', '/a/b/share', '/a/share/', '/A/share']) expect(tenantOfShare(path)).toBeNull();
  });

  test('FAN-11a every tenant has a picture for its links: a JPEG as large as a card, in its colours', async () => {
    for (const { id } of tenants) {
      const bytes = (await makeTenantAsset(id, TENANT_CARD)) as Uint8Array;
      expect(await sharp(bytes).metadata()).toMatchObject({ ...CARD_SIZE, format: 'jpeg' });
    }
  });

  test('TEN-11b icons have their sizes, and the maskable one keeps its emblem inside the safe circle', async () => {
    for (const file of Object.keys(iconFiles) as IconFile[]) {
      const bytes = await makeTenantAsset(first.id, `icons/${file}`);
      const { width, height, format } = await sharp(bytes as Uint8Array).metadata();
      expect({ width, height, format }).toEqual({
        width: iconFiles[file].size,
        height: iconFiles[file].size,
        format: 'png',
      });
    }
    for (const { id } of tenants) {
      const icon = (await makeTenantAsset(id, 'icons/maskable-512.png')) as Uint8Array;
      const { data, info } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(countStrayPixels(data, info.width), id).toBe(0);
    }
  });

  test('nothing outside a tenant’s folder can be asked for', async () => {
    expect(await makeTenantAsset('unknown', 'logo.svg')).toBeNull();
    expect(await makeTenantAsset(first.id, '../schema.ts')).toBeNull();
    expect(await makeTenantAsset(first.id, 'tenant.ts')).toBeNull();
    expect(String(await makeTenantAsset(first.id, 'tag.txt'))).toMatch(/^#/);
  });
});

/** Pixels beyond 40 % of the side from the centre that differ from the icon's corner: a launcher may cut them off. */
function countStrayPixels(rgba: Buffer, side: number): number {
  const corner = rgba.readUInt32LE(0);
  const centre = (side - 1) / 2;
  let strays = 0;
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const distance = Math.hypot((pixel % side) - centre, Math.floor(pixel / side) - centre);
    if (distance > side * 0.4 && rgba.readUInt32LE(pixel * 4) !== corner) strays += 1;
  }
  return strays;
}
