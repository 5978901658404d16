/**
 * The real server in this process: its handlers, identity provider and object store, on PostgreSQL in memory. It can be killed and started
 * at any statement; who asks the database for its connection waits for a turn of the scheduler, so that requests cross as the seed has it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { createServer, type Server } from '../../server/app.ts';
import { createEmbeddedParts } from '../../server/config/embeddedServices.ts';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { emptyDatabaseFolder } from '../../server/database/databaseFolder.ts';
import { migrate } from '../../server/database/migrate.ts';
import { PgliteError } from '../../server/database/pgliteDialect.ts';
import type { Database } from '../../server/database/schema.ts';
import type { KeptObjects } from '../../server/objects/keptObjects.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { setup } from '../api/emptyDatabase.ts';
import { type Realm, realms, Scheduler } from './scheduler.ts';

/** A server process: dead, none of its statements reach the database any more. */
class Life {
  isDead = false;
}

/** The one connection, for the lives of the server one after the other. */
class Connection implements DatabaseConnection {
  readonly #pglite: PGlite;
  scheduler = new Scheduler(0);
  #holder: Life | null = null;
  isInTransaction = false;
  readonly #queue: { readonly life: Life; readonly grant: () => void }[] = [];

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }
  async run<R>(text: string, parameters: readonly unknown[] = []): Promise<QueryResult<R>> {
    return this.scheduler.real(async () => {
      try {
        const { rows, affectedRows } = await this.#pglite.query(text, [...parameters]);
        return { rows: rows as R[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) };
      } catch (error) {
        const { message, code = null, constraint = null, detail = null } = error as PgliteError;
        throw new PgliteError({ message, code, constraint, detail });
      }
    });
  }
  executeQuery = <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => this.run(text, parameters);
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield await Promise.reject(new Error('No cursors here.'));
  }

  async acquire(life: Life): Promise<void> {
    // Now and then it is slow.
    await this.scheduler.wait(this.scheduler.between(0, this.scheduler.chance(0.05) ? 800 : 3));
    if (this.#holder) await new Promise<void>((grant) => void this.#queue.push({ life, grant }));
    if (life.isDead) {
      this.release();
      await new Promise(() => undefined);
    }
    this.#holder = life;
  }
  release(): void {
    this.#holder = null;
    const next = this.#queue.shift();
    if (!next) return;
    this.#holder = next.life;
    next.grant();
  }
  begin = (is: boolean): void => {
    this.isInTransaction = is;
  };
  /** What was not committed is gone. */
  async end(life: Life): Promise<void> {
    life.isDead = true;
    if (this.#holder !== life) return;
    if (this.isInTransaction) await this.run('rollback');
    this.isInTransaction = false;
    this.release();
  }
}

class TurnDriver implements Driver {
  readonly #connection: Connection;
  readonly #life: Life;
  constructor(connection: Connection, life: Life) {
    this.#connection = connection;
    this.#life = life;
  }
  init = async () => undefined;
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#connection.acquire(this.#life);
    const executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      await this.#alive();
      const result = await this.#connection.executeQuery<R>(query);
      await this.#alive();
      return result;
    };
    return { executeQuery, streamQuery: this.#connection.streamQuery };
  }
  /** Whoever is dead hears nothing any more. */
  #alive = (): Promise<void> => (this.#life.isDead ? new Promise(() => undefined) : Promise.resolve());
  async #say(words: string, isOpen: boolean): Promise<void> {
    await this.#alive();
    this.#connection.begin(isOpen);
    await this.#connection.run(words);
    await this.#alive();
  }
  beginTransaction = (
    _: DatabaseConnection,
    { isolationLevel, accessMode }: { isolationLevel?: string; accessMode?: string },
  ) =>
    this.#say(
      ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
      true,
    );
  commitTransaction = () => this.#say('commit', false);
  rollbackTransaction = () => this.#say('rollback', false);
  async releaseConnection(): Promise<void> {
    await this.#alive();
    this.#connection.release();
  }
  destroy = async () => undefined;
}

const databaseOf = (connection: Connection, life: Life): Kysely<Database> =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () =>
        new (class extends PostgresAdapter {
          override async acquireMigrationLock() {}
          override async releaseMigrationLock() {}
        })(),
      createDriver: () => new TurnDriver(connection, life),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

interface Mail {
  readonly to: string;
  readonly code: string;
}

export class SiteServer {
  readonly #connection: Connection;
  #life = new Life();
  readonly #databaseFolder: string;
  #folder = '';
  #server: Server | null = null;
  #scheduler = new Scheduler(0);
  /** Of the server. */
  db: Kysely<Database>;
  /** Of operators' commands: processes of their own, which outlive the server. */
  operators: Kysely<Database>;
  kept: KeptObjects | null = null;
  config: ClientConfig | null = null;
  readonly mails: Mail[] = [];
  /** What nobody's input explains. */
  readonly errors: unknown[] = [];
  #tables: readonly string[] = [];
  readonly realm: Realm;

  private constructor(connection: Connection, folder: string) {
    this.#connection = connection;
    this.#databaseFolder = folder;
    this.db = databaseOf(connection, this.#life);
    this.operators = databaseOf(connection, new Life());
    this.realm = { name: 'server', now: () => this.#scheduler.now, isDead: false };
  }

  /** On a copy of the empty database the build makes; serves any number of days. */
  static async open(): Promise<SiteServer> {
    setup();
    const folder = mkdtempSync(join(tmpdir(), 'world-database-'));
    cpSync(emptyDatabaseFolder, folder, { recursive: true });
    const pglite = await PGlite.create({
      dataDir: folder,
      startParams: [...PGlite.defaultStartParams, '-c', 'plan_cache_mode=force_custom_plan'],
      parsers: { [types.INT8]: Number },
    });
    return new SiteServer(new Connection(pglite), folder);
  }

  /** Tables, and what every day begins with. */
  async prepare(scheduler: Scheduler, seed: () => Promise<void>): Promise<void> {
    this.#enter(scheduler);
    await migrate(this.db);
    await this.start();
    await seed();
    const { rows } = await this.#connection.run<{ name: string }>(
      `select c.relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not like 'kysely%' order by 1`,
    );
    this.#tables = rows.map(({ name }) => name);
    await this.#connection.run('create schema morning');
    for (const name of this.#tables)
      await this.#connection.run(`create table morning."${name}" as table public."${name}"`);
    await this.crash();
  }

  /** The database as `prepare` left it, an empty store of objects. */
  async newDay(scheduler: Scheduler): Promise<void> {
    this.#enter(scheduler);
    const run = (text: string) => this.#connection.run(text);
    await run(`set session_replication_role = replica`);
    await run(`truncate ${this.#tables.map((name) => `"${name}"`).join(', ')} restart identity cascade`);
    for (const name of this.#tables) {
      const { rows } = await this.#connection.run<{ columns: string }>(
        `select string_agg(format('%I', attname), ', ' order by attnum) as columns from pg_attribute
          where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [`public."${name}"`],
      );
      const columns = rows[0]?.columns;
      await run(
        `insert into public."${name}"(${columns}) overriding system value select ${columns} from morning."${name}"`,
      );
      await this.#numberOn(name);
    }
    await run(`set session_replication_role = origin`);
    await this.start();
  }

  /** Numbers that the table gives itself go on behind those it has. */
  async #numberOn(table: string): Promise<void> {
    const { rows } = await this.#connection.run<{ column: string }>(
      `select attname as column from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
      [`public."${table}"`],
    );
    for (const { column } of rows)
      await this.#connection.run(
        `select setval(pg_get_serial_sequence('public."${table}"', '${column}'), coalesce(max("${column}"), 0) + 1, false)
          from public."${table}"`,
      );
  }

  #enter(scheduler: Scheduler): void {
    this.#scheduler = scheduler;
    this.#connection.scheduler = scheduler;
    this.errors.length = 0;
    this.#life = new Life();
    this.db = databaseOf(this.#connection, this.#life);
    this.operators = databaseOf(this.#connection, new Life());
    rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = mkdtempSync(join(tmpdir(), 'world-'));
  }

  get isUp(): boolean {
    return this.#server !== null;
  }

  async start(): Promise<void> {
    if (this.#life.isDead) {
      this.#life = new Life();
      this.db = databaseOf(this.#connection, this.#life);
    }
    await realms.run(this.realm, async () => {
      const parts = await createEmbeddedParts({
        db: this.db,
        dataDir: this.#folder,
        hasMailbox: false,
        pushKey: 'push-key',
        mailer: { send: async ({ to, code }: Mail) => void this.mails.push({ to, code }) } as never,
        now: () => this.#scheduler.now,
        onError: (error) => void this.errors.push(error),
      });
      this.kept = parts.kept;
      this.config = parts.deps.config;
      this.#server = createServer(parts.deps);
    });
  }

  /** Somebody is in the middle of a transaction. */
  get isBusy(): boolean {
    return this.#connection.isInTransaction;
  }

  /** At once: requests under way are never answered. */
  async crash(): Promise<void> {
    this.#server = null;
    await this.#connection.end(this.#life);
  }

  /** Null: nobody is there. Who dies meanwhile never answers. */
  async answer(request: Request, from: string): Promise<Response | null> {
    const server = this.#server;
    if (!server) return null;
    return realms.run(this.realm, () => server.fetch(request, from));
  }

  /** Whatever is written by itself has been. */
  settle = (): Promise<void> => addUpCounters(this.db);
  remove(): void {
    rmSync(this.#databaseFolder, { recursive: true, force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }
  query = async <R>(text: string, parameters: readonly unknown[] = []): Promise<readonly R[]> =>
    (await this.#connection.run<R>(text, parameters)).rows;
}
