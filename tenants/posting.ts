import { posting as cosaka } from './cosaka/posting.ts';
import { posting as ftokyo } from './ftokyo/posting.ts';
import { posting as kawasakif } from './kawasakif/posting.ts';
import { posting as marines } from './marines/posting.ts';
import { posting as niigata } from './niigata/posting.ts';
import { posting as sapporo } from './sapporo/posting.ts';
import { posting as superformula } from './superformula/posting.ts';
import { posting as svleague } from './svleague/posting.ts';
import { posting as waSuta } from './wa-suta/posting.ts';

/** Apart from the tenants themselves: only the post form needs it, and those are in the first bundle. */
const rules: Readonly<Record<string, readonly string[]>> = {
  kawasakif,
  cosaka,
  ftokyo,
  sapporo,
  niigata,
  superformula,
  'wa-suta': waSuta,
  marines,
  svleague,
};

/** What may be posted to a tenant, one sentence each. */
export const postingRules = (tenantId: string): readonly string[] => rules[tenantId] ?? [];
