import { findTenant } from '../tenants/index.ts';
import { renderCard } from './renderCard.ts';
import { renderIcon } from './renderIcon.ts';
import { type IconFile, iconFiles, renderManifest } from './renderManifest.ts';
import { TENANT_CARD } from './tenantCard.ts';
import { listStaticFiles, readTenantFile } from './tenantFolders.ts';

/** Everything of a tenant that is no page, as names below `/{id}/`: manifest, artwork, icons, static files. */
export function listTenantAssets(id: string): string[] {
  const icons = Object.keys(iconFiles).map((file) => `icons/${file}`);
  return ['manifest.webmanifest', 'logo.svg', 'player.svg', TENANT_CARD, ...icons, ...listStaticFiles(id)];
}

/** One such file by its name, or null where the tenant or the file does not exist. */
export async function makeTenantAsset(id: string, name: string): Promise<string | Uint8Array | null> {
  const tenant = findTenant(id);
  if (!tenant || !listTenantAssets(id).includes(name)) return null;
  if (name === 'manifest.webmanifest') return renderManifest(tenant);
  if (name === TENANT_CARD) return renderCard(readTenantFile(id, 'logo.svg'), tenant.config.colors);
  if (name.startsWith('icons/')) {
    return renderIcon(readTenantFile(id, 'logo.svg'), tenant.config.colors, name.slice('icons/'.length) as IconFile);
  }
  return readTenantFile(id, name.endsWith('.svg') ? name : `static/${name}`);
}
