/** What fans and visitors wrote to the operator. */
import type { Selectable, Transaction } from 'kysely';
import { formatDateTime } from '../../src/rules/dates.ts';
import type { ContactTable } from '../database/operatorTables.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from '../operations/outcome.ts';
import { onOneLine } from '../operations/terminalText.ts';

type Trx = Transaction<Database>;
type Message = Selectable<ContactTable>;

const stateOf = ({ closed_at }: Message) => (closed_at === null ? 'open' : 'closed');
const time = (at: Date | null) => (at === null ? 'no' : formatDateTime(at.getTime()));
/** Characters of a message in a list. */
const SHOWN = 60;

/** Messages, the latest first; open ones, or all. */
export function readContacts(trx: Trx, tenant: string, isAll: boolean): Promise<Message[]> {
  return trx
    .selectFrom('contact')
    .selectAll()
    .where('tenant', '=', tenant)
    .$if(!isAll, (query) => query.where('closed_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('contact_id')
    .execute();
}

export async function listContacts(trx: Trx, tenant: string, isAll: boolean): Promise<string[]> {
  const messages = await readContacts(trx, tenant, isAll);
  if (messages.length === 0) return [`${tenant} has no ${isAll ? '' : 'open '}messages.`];
  return messages.map((one) => {
    const line = onOneLine(one.message);
    const start = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed()}…` : line;
    return `${one.contact_id}  ${time(one.created_at)}  ${stateOf(one)}, ${one.topic}: ${start}`;
  });
}

/** Everything about one message. Throws Refusal where there is none. */
export async function describeContact(trx: Trx, tenant: string, id: string): Promise<string[]> {
  const one = await requireContact(trx, tenant, id);
  return [
    `Message   ${one.contact_id}, ${stateOf(one)}`,
    `Topic     ${one.topic}`,
    `Sent      ${time(one.created_at)}`,
    `Name      ${onOneLine(one.name) || 'none given'}`,
    `Reply to  ${one.email}`,
    `Account   ${one.user_id ?? 'none: a visitor'}`,
    `Browser   ${onOneLine(one.user_agent) || 'unknown'}`,
    `Mailed    ${time(one.mailed_at)}`,
    'Text',
    ...one.message.split('\n').map((line) => `  ${onOneLine(line)}`),
  ];
}

/** Says that it was dealt with. Throws Refusal where there is none. */
export async function closeContact(trx: Trx, tenant: string, id: string, now: Date): Promise<string[]> {
  const one = await requireContact(trx, tenant, id);
  if (one.closed_at !== null) return [`Message ${id} was closed ${time(one.closed_at)}.`];
  await trx
    .updateTable('contact')
    .set({ closed_at: now })
    .where('tenant', '=', tenant)
    .where('contact_id', '=', id)
    .execute();
  return [`Message ${id} closed.`];
}

async function requireContact(trx: Trx, tenant: string, id: string): Promise<Message> {
  const one = await trx
    .selectFrom('contact')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('contact_id', '=', id)
    .executeTakeFirst();
  if (!one) throw new Refusal(`${tenant} has no message ${id}.`);
  return one;
}
