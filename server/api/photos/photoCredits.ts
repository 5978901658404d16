import type { Kysely } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import { creditLine } from '../../../src/rules/credit.ts';
import { findTenant } from '../../../tenants/index.ts';
import type { Database } from '../../database/schema.ts';
import { readAmbassadors } from '../access/ambassadorRepository.ts';
import { readCreditSettings } from '../referenceData/repository.ts';

/** Returns the function that makes a photo's credit line, as all of the product shows it (PHO-03). */
export async function createCredits(db: Kysely<Database>, tenant: string): Promise<(photo: Photo) => string> {
  const [setting = null] = await readCreditSettings(db, tenant);
  const ambassadors = new Set((await readAmbassadors(db, tenant)).map((one) => one.ambassador_user_id));
  const companyLabel = findTenant(tenant)?.creditLabel ?? '';
  return ({ user_screen_name: posterName, user_id }) =>
    creditLine(setting, { posterName, isAmbassador: ambassadors.has(user_id), companyLabel });
}
