import { join } from 'node:path';
import project from '../../package.json' with { type: 'json' };
import type { Tenant } from '../../tenants/schema.ts';
import { readPackages } from './bundledPackages.ts';
import { renderNotices } from './renderNotices.ts';
import { agreements, renderAgreement } from './tenantDocuments.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/** A PDF by its name below `/{id}/` in dev, or null. Nothing is bundled there: the notices name every dependency. */
export async function makeDocument(tenant: Tenant, name: string): Promise<Uint8Array | null> {
  const agreement = agreements.find((one) => name === `${one}.pdf`);
  if (agreement) return renderAgreement(tenant, agreement);
  if (name !== 'oss.pdf') return null;
  const folders = Object.keys(project.dependencies).map((one) => join(modules, one));
  return renderNotices(readPackages(folders), new Date(tenant.rulesVersion));
}
