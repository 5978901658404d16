import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { tenants } from '../../tenants/index.ts';
import { readPackages } from './bundledPackages.ts';
import { renderNotices } from './renderNotices.ts';
import { agreements, renderAgreement } from './tenantDocuments.ts';

/**
 * Writes terms, privacy policy and open-source notices of every tenant as PDFs beside its pages (TEN-08), after everything is
 * bundled: page, worker and sender.
 * @param folders of the packages that were bundled; filled by `collectPackages` until then
 */
export function tenantDocuments(folders: ReadonlySet<string>): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'tenant-documents',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler(error?: Error) {
        if (error || config === undefined) return;
        const newest =
          tenants
            .map(({ rulesVersion }) => rulesVersion)
            .sort()
            .at(-1) ?? '2026-01-01';
        const notices = await renderNotices(readPackages(folders), new Date(newest));
        for (const tenant of tenants) {
          const folder = join(config.root, config.build.outDir, tenant.id);
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, 'oss.pdf'), notices);
          for (const name of agreements)
            writeFileSync(join(folder, `${name}.pdf`), await renderAgreement(tenant, name));
        }
      },
    },
  };
}
