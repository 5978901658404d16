import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../tenants/', import.meta.url);

/** Ids of all folders below tenants/: the truth that tenants/index.ts is checked against. */
export function listTenantFolders(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Absolute path of a file in a tenant's folder. */
export function tenantFile(id: string, file: string): string {
  return fileURLToPath(new URL(`${id}/${file}`, root));
}

/** A file of a tenant's folder; throws where it is missing. */
export function readTenantFile(id: string, file: string): Buffer {
  return readFileSync(tenantFile(id, file));
}

/** Files of `tenants/{id}/static/`, served as they are at `/{id}/…` (tag.txt, PDFs). */
export function listStaticFiles(id: string): string[] {
  return readdirSync(new URL(`${id}/static/`, root)).sort();
}

/**
 * The themes of all tenants as one style sheet: custom properties only, a few hundred bytes compressed. A theme says
 * `[data-tenant]` of its own tenant: which one that is, its folder says, so a copied folder needs no edit.
 */
export function readThemes(): string {
  return listTenantFolders()
    .map((id) => readTenantFile(id, 'theme.css').toString('utf8').replaceAll('[data-tenant]', `[data-tenant="${id}"]`))
    .join('\n');
}
