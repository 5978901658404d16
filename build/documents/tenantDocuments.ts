import { existsSync, readFileSync } from 'node:fs';
import type { Tenant } from '../../tenants/schema.ts';
import { tenantFile } from '../tenantFolders.ts';
import { renderDocument } from './renderDocument.ts';

/** The agreements of a tenant (TEN-08), as names below `/{id}/`. */
export const agreements = ['terms', 'privacy'] as const;
export type Agreement = (typeof agreements)[number];

/** Text for all: `tenants/terms.md`. A tenant with a text of its own has `tenants/{id}/terms.md`. */
export function readMarkdown(tenant: Tenant, name: Agreement): string {
  const own = tenantFile(tenant.id, `${name}.md`);
  return readFileSync(existsSync(own) ? own : tenantFile('.', `${name}.md`), 'utf8');
}

/** Fills in the tenant's own words. Throws on a word that is not known: a document with a gap is not published. */
export function fillWords(markdown: string, tenant: Tenant): string {
  const words: Readonly<Record<string, string>> = {
    name: tenant.name,
    party: tenant.partyLabel,
    credit: tenant.creditLabel,
    event: tenant.config.eventTitle,
    message: tenant.config.messagelabel,
    date: new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(tenant.rulesVersion),
    ),
  };
  // `{{#ga}}…{{/ga}}`: of tenants with an analytics id; `{{^ga}}…{{/ga}}`: of those without.
  const chosen = markdown.replace(/\{\{([#^])ga\}\}([\s\S]*?)\{\{\/ga\}\}/g, (_, mark: string, text: string) =>
    (mark === '#') === (tenant.ga !== '') ? text : '',
  );
  return chosen.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    const filled = words[word];
    if (filled === undefined) throw new Error(`A document asks for {{${word}}}`);
    return filled;
  });
}

/** The PDF of an agreement. */
export async function renderAgreement(tenant: Tenant, name: Agreement): Promise<Uint8Array> {
  const markdown = fillWords(readMarkdown(tenant, name), tenant);
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`${name} of ${tenant.id} has no title`);
  return renderDocument({
    title: `${title}｜${tenant.name}`,
    markdown,
    foot: tenant.name,
    date: new Date(tenant.rulesVersion),
  });
}
