import { facts } from '#tenants/facts';
import { defineTenant } from './defaults.ts';
import type { Tenant } from './schema.ts';

/** Every tenant of the product (TEN-01), one a folder, in the order the root page lists them. */
export const tenants: readonly Tenant[] = Object.entries(facts)
  .sort(([, a], [, b]) => a.order - b.order)
  .map(([file, one]) => defineTenant(folderOf(file), one));

/** The tenant with this id, or undefined for an unknown one (the caller answers 404, TEN-01). */
export function findTenant(id: string): Tenant | undefined {
  return tenants.find((tenant) => tenant.id === id);
}

/** A tenant's id is its folder's name: './club/tenant.ts' → 'club'. */
function folderOf(file: string): string {
  return file.split('/')[1] as string;
}
