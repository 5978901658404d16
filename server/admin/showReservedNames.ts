/** What an operator is shown of reserved names: whose they are, and who bears one without being asked (ROL-04e, SAF-14e). */
import type { Transaction } from 'kysely';
import { findBearersOfReserved } from '../api/users/reservedNames.ts';
import type { Database } from '../database/schema.ts';
import { NOBODY } from '../operations/records/fields.ts';
import { describeBearer, findBearers, readPublicNames } from '../operations/records/reservedOwners.ts';

type Trx = Transaction<Database>;

/** All reserved names: whose they are; where nobody has decided, who bears them. */
export async function showReservedNames(trx: Trx, tenant: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('reserved_name as r')
    .leftJoin('profile as f', 'f.user_id', 'r.owner_id')
    .select(['r.name', 'r.owner_id', 'f.nickname'])
    .where('r.tenant', '=', tenant)
    .orderBy('r.name')
    .execute();
  if (rows.length === 0) return [`${tenant} has no reserved names.`];
  const open = rows.filter(({ owner_id }) => owner_id === null).map(({ name }) => name);
  const bearers = await findBearers(trx, tenant, open);
  return rows.flatMap(({ name, owner_id, nickname }) => {
    if (owner_id) return [`${name}  ${owner_id}  ${nickname ?? ''}`];
    if (owner_id === '') return [`${name}  ${NOBODY}`];
    const found = bearers.get(name) ?? [];
    return [`${name}  not decided`, ...found.map((one) => `  ${describeBearer(tenant, one)}`)];
  });
}

/** Accounts, of all tenants, whose public name they could not choose today: it became reserved after they chose it (SAF-14e). */
export async function showBearersOfReserved(trx: Trx, tenant: string): Promise<string[]> {
  const found = [];
  for await (const page of readPublicNames(trx)) found.push(...(await findBearersOfReserved(trx, page)));
  const bearers = await findBearers(
    trx,
    tenant,
    found.map(({ nickname }) => nickname),
  );
  const ids = new Set(found.map(({ user_id }) => user_id));
  const people = new Map([...bearers.values()].flat().map((one) => [one.user_id, one]));
  const lines = [...people.values()]
    .filter(({ user_id }) => ids.has(user_id))
    .map((one) => describeBearer(tenant, one));
  return lines.length > 0 ? lines : ['Nobody bears a name that is reserved for others.'];
}
