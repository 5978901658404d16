import type { Plugin } from 'vite';
import { tenants } from '../tenants/index.ts';
import { serveDevPages } from './devPages.ts';
import { listPages, listStaffShells, listWallShells } from './pageList.ts';
import { renderNotFoundPage, renderRootPage } from './renderPlainPages.ts';
import { renderShell } from './renderShell.ts';
import { composeStyles, plainStylesPath } from './styleSheets.ts';
import { listTenantAssets, makeTenantAsset } from './tenantAssets.ts';

interface EmittedFile {
  readonly fileName: string;
  readonly source: string | Uint8Array;
}

/**
 * Clones the one built template (`template`, a path below the root) into a shell for every address of the product, and emits
 * each tenant's manifest, icons, artwork and static files, so that any static host serves every URL as it is (RTE-18).
 * In dev the same files are made on request.
 */
export function tenantPagesPlugin(template: string): Plugin {
  return {
    name: 'tenant-pages',
    load(id) {
      const styles = composeStyles(id);
      for (const file of styles?.files ?? []) this.addWatchFile(file);
      return styles?.code ?? null;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = bundle[template];
        if (built?.type !== 'asset') throw new Error(`The build has no ${template}: no page can be made.`);
        delete bundle[template];
        const styles = this.emitFile({
          type: 'asset',
          name: 'plain.css',
          source: composeStyles(plainStylesPath)?.code ?? '',
        });
        const pages = [...shells(String(built.source)), ...plainPages(`/${this.getFileName(styles)}`)];
        for (const file of [...pages, ...(await tenantFiles())]) this.emitFile({ type: 'asset', ...file });
      },
    },
    configureServer(server) {
      serveDevPages(server, template);
    },
  };
}

function shells(html: string): EmittedFile[] {
  return [
    ...listStaffShells(tenants).map(({ file, tenant }) => ({
      fileName: file,
      source: renderShell(html, { tenant, page: null }),
    })),
    ...listWallShells(tenants).map(({ file, ...wall }) => ({ fileName: file, source: renderShell(html, wall) })),
    { fileName: 'shell.html', source: renderShell(html, { tenant: null, page: null }) },
    ...listPages(tenants).map(({ file, tenant, page }) => ({
      fileName: file,
      source: renderShell(html, { tenant, page }),
    })),
  ];
}

function plainPages(styles: string): EmittedFile[] {
  return [
    { fileName: 'index.html', source: renderRootPage(tenants, styles) },
    { fileName: '404.html', source: renderNotFoundPage(null, styles) },
    ...tenants.map((tenant) => ({
      fileName: `${tenant.id}/404.html`,
      source: renderNotFoundPage(tenant, styles),
    })),
  ];
}

async function tenantFiles(): Promise<EmittedFile[]> {
  const files: EmittedFile[] = [];
  for (const { id } of tenants) {
    for (const name of listTenantAssets(id)) {
      const source = await makeTenantAsset(id, name);
      if (source !== null) files.push({ fileName: `${id}/${name}`, source });
    }
  }
  return files;
}
