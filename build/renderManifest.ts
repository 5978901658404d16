import { openPath, outboxPath, SHARE_FIELD, sharePath } from '../src/contract/workerPaths.ts';
import { JPEG_ENDINGS } from '../src/rules/jpegName.ts';
import type { Tenant } from '../tenants/schema.ts';
import { productName } from './pageList.ts';
import { listStaticFiles } from './tenantFolders.ts';

/** Names and sizes of a tenant's icons, below `/{tenant}/icons/`; renderIcon draws them. */
export const iconFiles = {
  'icon-192.png': { size: 192, kind: 'any' },
  'icon-512.png': { size: 512, kind: 'any' },
  'maskable-512.png': { size: 512, kind: 'maskable' },
  'apple-touch-180.png': { size: 180, kind: 'opaque' },
  'favicon-32.png': { size: 32, kind: 'any' },
} as const;
export type IconFile = keyof typeof iconFiles;

/** Pictures for the browser's larger installation window, in a tenant's static files (`npm run tenants:screens`). Pixels. */
export const screenshotFiles = {
  'screen-narrow.webp': { width: 585, height: 1266, factor: 'narrow' },
  'screen-wide.webp': { width: 1920, height: 1200, factor: 'wide' },
} as const;

/** What a post takes (PST-07). */
const jpegTypes = ['image/jpeg', ...JPEG_ENDINGS];

const iconEntry = (index: string, file: IconFile, purpose: 'any' | 'maskable') => ({
  src: `${index}icons/${file}`,
  sizes: `${iconFiles[file].size}x${iconFiles[file].size}`,
  type: 'image/png',
  purpose,
});

/** Those that stand among the tenant's static files. */
function screenshotEntries({ id, index, name }: Tenant) {
  const present = listStaticFiles(id);
  return Object.entries(screenshotFiles)
    .filter(([file]) => present.includes(file))
    .map(([file, { width, height, factor }]) => ({
      src: `${index}${file}`,
      sizes: `${width}x${height}`,
      type: 'image/webp',
      form_factor: factor,
      label: `${name}のホーム`,
    }));
}

/**
 * The web manifest of a tenant's app (TEN-11). Scope is the tenant's own folder: with scope '/' a second tenant of this
 * origin could no longer be installed (T27); shared pages open below `/{tenant}/common/` inside the app.
 */
export function renderManifest(tenant: Tenant): string {
  const { id, index, config, name, shortName, lead } = tenant;
  const icon = (file: IconFile, purpose: 'any' | 'maskable') => iconEntry(index, file, purpose);
  const screenshots = screenshotEntries(tenant);
  const shortcutIcons = [icon('icon-192.png', 'any')];
  return JSON.stringify(
    {
      id: index,
      name: `${name} ${productName}`,
      short_name: shortName,
      description: lead,
      lang: 'ja',
      dir: 'ltr',
      start_url: index,
      scope: index,
      display: 'standalone',
      theme_color: config.colors.brand,
      background_color: '#fbfaf8',
      categories: ['photo', 'sports', 'social'],
      icons: [icon('icon-192.png', 'any'), icon('icon-512.png', 'any'), icon('maskable-512.png', 'maskable')],
      ...(screenshots.length > 0 ? { screenshots } : {}),
      shortcuts: [
        { name: '写真を投稿', url: openPath(id, 'photo'), icons: shortcutIcons },
        { name: '送信待ち', url: outboxPath(id), icons: shortcutIcons },
        { name: '投稿一覧', url: `/${id}/gallery.html`, icons: shortcutIcons },
      ],
      // One window: a share or a shortcut goes to the one that is open.
      launch_handler: { client_mode: ['navigate-existing', 'auto'] },
      share_target: {
        action: sharePath(id),
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: SHARE_FIELD, accept: jpegTypes }] },
      },
      file_handlers: [{ action: openPath(id, 'files'), accept: { 'image/jpeg': JPEG_ENDINGS } }],
    },
    null,
    2,
  );
}
