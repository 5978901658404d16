/** Whose a reserved name is: asked before it is reserved, since whoever bears it would pass for the tenant's own (ROL-04e). */
import { sql, type Transaction } from 'kysely';
import { nameNotice } from '../../../src/messages/jaReservedName.ts';
import { tellFan } from '../../api/notices/operatorNoticeRepository.ts';
import { screenName } from '../../api/photos/repository.ts';
import { nameShape } from '../../api/users/nameShape.ts';
import { isReservedForOthers } from '../../api/users/reservedNames.ts';
import type { Database } from '../../database/schema.ts';
import { type Problem, Refusal } from '../outcome.ts';
import { faultOf } from './faults.ts';
import { NOBODY } from './fields.ts';
import type { Change } from './importChecks.ts';
import type { ImportRow } from './readRows.ts';

type Trx = Transaction<Database>;

/** An account that bears a name. */
export interface Bearer {
  readonly user_id: string;
  readonly nickname: string;
  /** Whether it is a member of the tenant, and the number of its photos there. */
  readonly isMember: boolean;
  readonly photos: number;
}

/** Profiles read at once. */
const AT_ONCE = 5_000;

/** Names as keys that are equal where one passes for the other, as `mayUseName` compares them. */
const shapeOf = (name: string): string => nameShape(name, true);

/** The public names of all accounts, page by page, of all tenants: an account is one for all. */
export async function* readPublicNames(trx: Trx): AsyncGenerator<{ user_id: string; nickname: string }[]> {
  for (let after = ''; ; ) {
    const rows = await trx
      .selectFrom('profile')
      .select(['user_id', 'nickname'])
      .where('left_at', 'is', null)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(AT_ONCE)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (rows.length < AT_ONCE || !last) return;
    after = last.user_id;
  }
}

/** Accounts whose public name passes for one of the names. */
async function findNamesakes(trx: Trx, names: readonly string[]) {
  const wanted = new Set(names.map(shapeOf));
  const found: { user_id: string; nickname: string }[] = [];
  if (wanted.size === 0) return found;
  for await (const page of readPublicNames(trx))
    found.push(...page.filter(({ nickname }) => wanted.has(shapeOf(nickname))));
  return found;
}

/** Who bears each of the names; names nobody bears are left out. Members come first, then those with most photos. */
export async function findBearers(
  trx: Trx,
  tenant: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Bearer[]>> {
  const namesakes = await findNamesakes(trx, names);
  if (namesakes.length === 0) return new Map();
  const { rows } = await sql<Bearer>`
    select f.user_id, f.nickname, m.user_id is not null as "isMember",
      (select count(*)::int from photo p where p.tenant = ${tenant} and p.user_id = f.user_id) as photos
    from profile f left join membership m on m.tenant = ${tenant} and m.user_id = f.user_id
    where f.user_id = any(${namesakes.map(({ user_id }) => user_id)}::text[])
    order by "isMember" desc, photos desc, f.user_id`.execute(trx);
  const bearers = names.map((name) => {
    const shape = shapeOf(name);
    return [name, rows.filter(({ nickname }) => shapeOf(nickname) === shape)] as const;
  });
  return new Map(bearers.filter(([, found]) => found.length > 0));
}

export const describeBearer = (tenant: string, { user_id, nickname, isMember, photos }: Bearer): string =>
  `${user_id}  ${screenName({ nickname })} (${isMember ? `member, ${photos} photos` : `no member of ${tenant}`})`;

/** A name whose owner an operator has to say. */
export interface OpenName {
  readonly name: string;
  readonly bearers: readonly Bearer[];
}

/** Names of a file whose owner neither the file nor an earlier import tells, and that somebody bears. */
export async function findOpenNames(trx: Trx, tenant: string, rows: readonly ImportRow[]): Promise<OpenName[]> {
  const names = rows.flatMap(({ values: { name, owner } }) =>
    typeof name === 'string' && (owner ?? null) === null ? [name] : [],
  );
  const stored = await trx
    .selectFrom('reserved_name')
    .select('name')
    .where('tenant', '=', tenant)
    .where('owner_id', 'is not', null)
    .execute();
  const decided = new Set(stored.map(({ name }) => name));
  const bearers = await findBearers(
    trx,
    tenant,
    names.map((name) => name.normalize('NFC').trim()).filter((name) => !decided.has(name)),
  );
  return [...bearers].map(([name, found]) => ({ name, bearers: found }));
}

/** Adds owners that were named beside the file. Throws Refusal for a name the file does not have. */
export function withOwners(rows: readonly ImportRow[], owners: Readonly<Record<string, string>>): ImportRow[] {
  const left = new Map(Object.entries(owners).map(([name, owner]) => [name.normalize('NFC').trim(), owner]));
  const named = rows.map((row) => {
    const { owner, ...values } = row.values;
    const name = typeof values.name === 'string' ? values.name.normalize('NFC').trim() : '';
    const given = left.get(name) ?? owner ?? null;
    left.delete(name);
    return { ...row, values: given === null ? values : { ...values, owner: given } };
  });
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new Refusal(`Nothing was changed: the file does not have "${unknown}".`);
  return named;
}

/**
 * Rows with an owner each: a name nobody bears is nobody's. Problems: names that somebody bears and whose owner nobody named, and
 * owners who are no account.
 */
export async function decideOwners(
  trx: Trx,
  tenant: string,
  rows: readonly Change[],
): Promise<{ readonly rows: readonly Change[]; readonly problems: readonly Problem[] }> {
  const isOpen = ({ before, values }: Change) => values.owner === undefined && (before?.owner ?? null) === null;
  const open = rows.filter(isOpen);
  const bearers = await findBearers(
    trx,
    tenant,
    open.map(({ key }) => key),
  );
  const problems = open.flatMap(({ line, key }): Problem[] => {
    const found = bearers.get(key);
    return found ? [{ line, field: 'owner', ...faultOf('needsOwner', idsOf(found), askFor(tenant, key, found)) }] : [];
  });
  const nobodys = (row: Change) => ({
    ...row,
    values: { ...row.values, owner: NOBODY },
    changes: { ...row.changes, owner: NOBODY },
  });
  return {
    rows: rows.map((row) => (isOpen(row) ? nobodys(row) : row)),
    problems: [...problems, ...(await unknownOwners(trx, rows))],
  };
}

/** Accounts as the desk names them: public name and id. */
const idsOf = (bearers: readonly Bearer[]): string =>
  bearers.map(({ user_id, nickname }) => `${screenName({ nickname })} (${user_id})`).join(', ');

const askFor = (tenant: string, name: string, bearers: readonly Bearer[]): string =>
  [
    `${bearers.length} ${bearers.length === 1 ? 'account bears' : 'accounts bear'} "${name}":`,
    ...bearers.map((one) => `  ${describeBearer(tenant, one)}`),
    `  Say whose it is, or ${NOBODY}, in the file's column owner or by --owner "${name}=ID".`,
  ].join('\n');

async function unknownOwners(trx: Trx, rows: readonly Change[]): Promise<Problem[]> {
  const named = rows.flatMap(({ line, changes: { owner } }) =>
    typeof owner === 'string' && owner !== NOBODY ? [{ line, owner }] : [],
  );
  if (named.length === 0) return [];
  const known = await trx
    .selectFrom('profile')
    .select('user_id')
    .where(
      'user_id',
      'in',
      named.map(({ owner }) => owner),
    )
    .where('left_at', 'is', null)
    .execute();
  const ids = new Set(known.map(({ user_id }) => user_id));
  return named
    .filter(({ owner }) => !ids.has(owner))
    .map(({ line, owner }) => ({ line, field: 'owner', ...faultOf('unknown', owner, `there is no account ${owner}`) }));
}

/** Asks the others who bear these names to choose another; the rows are written already. Gives a line for each name. */
export async function askForOtherNames(
  trx: Trx,
  tenant: string,
  changed: readonly Change[],
  now: Date,
): Promise<string[]> {
  const decided = changed.filter(({ changes }) => changes.owner !== undefined).map(({ key }) => key);
  const lines: string[] = [];
  for (const [name, bearers] of await findBearers(trx, tenant, decided)) {
    const others: Bearer[] = [];
    for (const one of bearers) if (await isReservedForOthers(trx, one.nickname, one.user_id)) others.push(one);
    for (const one of others) await askFan(trx, tenant, one, now);
    if (others.length > 0)
      lines.push(
        `${name}: ${others.length} accounts are asked to choose another name (${others.map(({ user_id }) => user_id).join(', ')})`,
      );
  }
  return lines;
}

/** Told in the tenant that reserved the name, or where else the fan is a member; the settings tell everybody. */
async function askFan(trx: Trx, tenant: string, { user_id, nickname, isMember }: Bearer, now: Date): Promise<void> {
  const joined = await trx
    .selectFrom('membership')
    .select('tenant')
    .where('user_id', '=', user_id)
    .orderBy('joined_at')
    .orderBy('tenant')
    .executeTakeFirst();
  const where = isMember ? tenant : joined?.tenant;
  if (where === undefined) return;
  const notice_id = `reserved-${user_id}-${now.getTime()}`;
  await tellFan(
    trx,
    { tenant: where, recipient: user_id, notice_id, url: `/common/settings.html?t=${where}`, ...nameNotice(nickname) },
    now,
  );
}
