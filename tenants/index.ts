import { tenant as cosaka } from './cosaka/tenant.ts';
import { tenant as ftokyo } from './ftokyo/tenant.ts';
import { tenant as kawasakif } from './kawasakif/tenant.ts';
import { tenant as marines } from './marines/tenant.ts';
import { tenant as niigata } from './niigata/tenant.ts';
import { tenant as sapporo } from './sapporo/tenant.ts';
import type { Tenant } from './schema.ts';
import { tenant as superformula } from './superformula/tenant.ts';
import { tenant as svleague } from './svleague/tenant.ts';
import { tenant as waSuta } from './wa-suta/tenant.ts';

/**
 * Every tenant of the product (TEN-01), in the order the root page lists them. Plain Node reads this file too, so the folders
 * are imported by name; tenants/index.test.ts fails while a folder is missing here.
 */
export const tenants: readonly Tenant[] = [
  kawasakif,
  cosaka,
  ftokyo,
  sapporo,
  niigata,
  superformula,
  waSuta,
  marines,
  svleague,
];

/** The tenant with this id, or undefined for an unknown one (the caller answers 404, TEN-01). */
export function findTenant(id: string): Tenant | undefined {
  return tenants.find((tenant) => tenant.id === id);
}
