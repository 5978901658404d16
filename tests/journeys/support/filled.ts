/** The demo content the journeys start with: filled once, copied for each server. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What the global set-up hands to the workers, by an environment variable. */
export interface Filled {
  /** Folder of the photos, and of the embedded database if there is no other one. */
  readonly dataDir: string;
  /** A PostgreSQL server and the database on it to copy; nobody is connected to that. */
  readonly postgres?: { readonly server: string; readonly database: string };
  /** By mail address: there, demo accounts have random passwords. */
  readonly passwords: Readonly<Record<string, string>>;
}

export function setFilled(filled: Filled | null): void {
  if (filled) process.env.FILLED_PRODUCT = JSON.stringify(filled);
  else delete process.env.FILLED_PRODUCT;
}

export const filledProduct = (): Filled | null =>
  process.env.FILLED_PRODUCT ? (JSON.parse(process.env.FILLED_PRODUCT) as Filled) : null;

/** A database of one product's own, with all that is in the filled one. */
export async function copyFilled({ server, database }: NonNullable<Filled['postgres']>, label: string) {
  const name = `${label.replace(/\W/g, '_').toLowerCase()}_${randomUUID().slice(0, 8)}`;
  await run(server, `create database ${name} template ${database}`);
  return {
    env: { DATABASE_URL: addressOf(server, name) },
    remove: () => run(server, `drop database ${name} with (force)`),
  };
}

export const addressOf = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
