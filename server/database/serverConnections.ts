/**
 * Opens connections to a PostgreSQL server, directly or through a pooler such as PgBouncer in transaction mode, where a session is
 * somebody else's after each transaction: there, what we ask of a session is asked in each transaction (HLF-03).
 */
import pg from 'pg';
import { hasNoResources, sqlState } from './databaseFailure.ts';
import { type DatabaseAddress, type DatabaseHost, type HostState, isWanted } from './databaseHosts.ts';
import { asOptions, asStatements, SESSION_SETTINGS } from './sessionSettings.ts';

/** Times in milliseconds. */
export interface ConnectionLimits {
  /** At once, of one copy. */
  readonly connections: number;
  /** For a connection: a free one of the pool, a new one, or the server coming back. */
  readonly connectMs: number;
  /** For the answer to a statement, as the server keeps it (statement_timeout); 0: it takes as long as it takes. */
  readonly statementMs: number;
}

/** Connections are renewed now and then, so that a moved address is followed. */
const LIFETIME_SECONDS = 15 * 60;
/** TCP's own look at a silent connection. */
const KEEP_ALIVE_MS = 10_000;

/** Tells whether what was asked at the start of a connection has come to the session: some poolers ignore it. */
const MARK = ['photos.session', 'ours'] as const;

// int8 (counts, ids) as numbers, as the embedded database gives them.
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);

/** The server, or a pooler, has no room: for one more connection, or for what was asked. */
export const hasNoRoom = (error: unknown): boolean =>
  hasNoResources(error) || (error instanceof Error && /no more connections allowed/.test(error.message));

/** All connections of the pool are in use. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** A pooler that takes no options: PgBouncer with its defaults says so with a protocol violation, others that they lack the feature. */
const refusesOptions = (error: unknown): boolean =>
  error instanceof Error &&
  ['08P01', '0A000'].includes(sqlState(error) ?? '') &&
  /startup parameter|command-line options/i.test(error.message);

/** A pooler between us and the server passed our options on to nobody. */
class OptionsIgnored extends Error {}

/** Reachable, and not what is asked for: such as a standby where somebody writes. */
export class WrongHost extends Error {
  constructor(host: DatabaseHost) {
    super(`${host.name} is not the kind of server asked for`);
  }
}

/** What a new connection is asked, in one answer. */
interface Greeting extends HostState {
  readonly mark: string | null;
}

interface Listeners {
  /** Of each new connection, before it is open: it may break before it is used. */
  readonly onOpen?: (client: pg.Client) => void;
  /** A connection nobody used broke. */
  readonly onLost?: (error: Error) => void;
}

export class ServerConnections {
  readonly #pool: pg.Pool;
  readonly #limits: ConnectionLimits;
  readonly #address: DatabaseAddress;
  readonly #hostOf = new WeakMap<object, DatabaseHost>();
  /** The one that was good when it was last asked. */
  #host: DatabaseHost;
  /** No host is the preferred one, such as a standby. */
  #takesAny = false;
  #isPooled = false;

  constructor(address: DatabaseAddress, limits: ConnectionLimits, { onOpen, onLost }: Listeners = {}) {
    this.#limits = limits;
    this.#address = address;
    this.#host = address.hosts[0];
    // What a connection is opened with is known when it is opened.
    const own = () => ({ host: this.#host, config: this.#config(this.#host) });
    const hostOf = this.#hostOf;
    class OwnClient extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        const { host, config } = own();
        super({ ...given, ...config });
        hostOf.set(this, host);
        // A query that runs gets the error itself; an event nobody listens to would end the process.
        this.on('error', () => {});
        onOpen?.(this);
      }
    }
    this.#pool = new pg.Pool({
      Client: OwnClient,
      connectionTimeoutMillis: limits.connectMs,
      max: limits.connections,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      onConnect: (client) => this.#greet(client),
    });
    this.#pool.on('error', (error) => onLost?.(error));
  }

  /** As the driver's pool has them. */
  get options() {
    return this.#pool.options;
  }

  get load() {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { connections: totalCount, idle: idleCount, waiting: waitingCount };
  }

  get isEnding(): boolean {
    return this.#pool.ending;
  }

  /** Whether a session is ours for a transaction only, which then has to begin with `sessionSettings`. Known with the first connection. */
  get isPooled(): boolean {
    return this.#isPooled;
  }

  /** What we ask of a session, for one transaction. */
  get sessionSettings(): string {
    return asStatements(this.settingPairs);
  }

  /** Tries each host, from the one that was good last. Throws as the driver does; of several hosts an AggregateError. */
  async connect(): Promise<pg.PoolClient> {
    const { hosts, attributes } = this.#address;
    const failures: unknown[] = [];
    const rounds = attributes === 'prefer-standby' ? 2 : 1;
    while (failures.length < hosts.length * rounds) {
      const [host, isPooled] = [this.#host, this.#isPooled];
      try {
        const client = await this.#pool.connect();
        this.#takesAny = false;
        return client;
      } catch (error) {
        if (this.#pool.ending || isPoolBusy(error) || hasNoRoom(error)) throw error;
        if (!isPooled && (error instanceof OptionsIgnored || refusesOptions(error))) {
          this.#isPooled = true;
          continue;
        }
        failures.push(error);
        this.#leave(host);
        this.#takesAny = failures.length >= hosts.length;
      }
    }
    this.#takesAny = false;
    throw hosts.length === 1 ? failures[0] : new AggregateError(failures, 'no host of the address serves');
  }

  /** The next one, unless somebody else has gone on already. */
  #leave(host: DatabaseHost): void {
    const { hosts } = this.#address;
    if (this.#host === host) this.#host = hosts[(hosts.indexOf(host) + 1) % hosts.length] ?? host;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Settings of a session by name. */
  get settingPairs(): readonly (readonly [string, string])[] {
    return [...Object.entries(SESSION_SETTINGS), ['statement_timeout', String(this.#limits.statementMs)]];
  }

  /** Of the time for a connection each host has its share: the last one is tried, too. */
  get #hostMs(): number {
    return this.#limits.connectMs / this.#address.hosts.length;
  }

  #config(host: DatabaseHost): pg.ClientConfig {
    return {
      connectionString: host.url,
      types: { getTypeParser },
      connectionTimeoutMillis: this.#hostMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // A single statement brings its transaction along, without waiting for each answer.
      ...(this.#isPooled ? { pipeline: true } : { options: this.#options }),
    };
  }

  get #options(): string {
    return asOptions([...this.settingPairs, MARK]);
  }

  /** Looks at a new connection before it is used. */
  async #greet(client: pg.ClientBase): Promise<void> {
    const { attributes } = this.#address;
    const host = this.#hostOf.get(client) ?? this.#host;
    if (this.#isPooled && attributes === 'any') return;
    const text = `select current_setting('${MARK[0]}', true) as mark, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
    const { rows } = await client.query<Greeting>({ text, query_timeout: this.#hostMs } as pg.QueryConfig);
    const [greeting] = rows;
    if (!this.#isPooled && greeting?.mark !== MARK[1])
      throw new OptionsIgnored('The options of a connection were ignored.');
    if (!greeting || !isWanted(attributes, greeting, this.#takesAny)) throw new WrongHost(host);
  }
}
