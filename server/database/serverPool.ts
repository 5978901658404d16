/**
 * Connections to a PostgreSQL server that may vanish at any moment (SAF-18): every wait has a limit, a connection that broke is
 * thrown away, and while the server cannot be reached at all one prober looks for it and callers are told so at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable, sqlState } from './databaseFailure.ts';

/** Times in milliseconds. */
export interface ServerLimits {
  /** At once, of one copy. */
  readonly connections: number;
  /** For a connection: a free one of the pool, a new one, or the server coming back. */
  readonly connectMs: number;
  /** For the answer to a statement, as the server keeps it (statement_timeout). */
  readonly statementMs: number;
  /** For the same, as we keep it: longer, so that whoever exceeds it is a server that does not answer at all. */
  readonly answerMs: number;
}

/** Connections unless DATABASE_POOL says otherwise: a copy keeps one core busy, and so do a few statements. */
export const SERVER_LIMITS: ServerLimits = { connections: 20, connectMs: 5_000, statementMs: 8_000, answerMs: 10_000 };
/** For an operator's commands, which may read and write all there is. */
export const OPERATOR_LIMITS: ServerLimits = {
  connections: 10,
  connectMs: 10_000,
  statementMs: 1_800_000,
  answerMs: 1_810_000,
};

/** A transaction that waits for us so long is ended by the server: a frozen copy must not hold locks. */
export const IDLE_IN_TRANSACTION_MS = 30_000;
/** Connections are renewed now and then, so that a moved address is followed. */
const LIFETIME_SECONDS = 15 * 60;
/** TCP's own look at a silent connection. */
const KEEP_ALIVE_MS = 10_000;
/** How often a server that cannot be reached is tried. */
const PROBE_MS = 250;

/** Generic plans ruined tenants of unusual size; compiling a plan or starting helpers takes longer than our queries. */
const PLANNING = '-c plan_cache_mode=force_custom_plan -c jit=off -c max_parallel_workers_per_gather=0';

// int8 (counts, ids) as numbers, as the embedded database gives them.
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format);

/** What all connections have in common. `limits` null: for work that may take as long as it takes, such as migrations. */
export function connectionConfig(connectionString: string, limits: ServerLimits | null): pg.PoolConfig {
  return {
    connectionString,
    types: { getTypeParser },
    options: limits === null ? PLANNING : `${PLANNING} -c statement_timeout=${limits.statementMs}`,
    connectionTimeoutMillis: (limits ?? SERVER_LIMITS).connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/** SQLSTATEs with which a connection ends: 08 connection exceptions, 57P shutdown and crash, 25P03 idle too long. */
const ENDS_CONNECTION = /^(?:08...|57P0[1-5]|25P03)$/;
/** A server that only reads, such as a standby after a failover: right for nobody who writes. */
const READ_ONLY = '25006';
/** Too little memory, disk or connections. */
const NO_ROOM = /^53...$/;
/** The server is alive and refuses for now: statement_timeout, or no room. */
const refusesForNow = (state: string): boolean => state === '57014' || NO_ROOM.test(state);

interface Outage {
  readonly since: number;
  /** Resolves when the server is back. */
  readonly over: Promise<void>;
  cause: unknown;
}

export class ServerPool {
  readonly #pool: pg.Pool;
  readonly #limits: ServerLimits;
  readonly #dead = new WeakSet<object>();
  /** A client of an earlier generation was opened before a server fell silent: not to be used again. */
  readonly #generationOf = new WeakMap<object, number>();
  #generation = 0;
  #outage: Outage | null = null;

  constructor(connectionString: string, limits: ServerLimits) {
    this.#limits = limits;
    this.#pool = new pg.Pool({
      ...connectionConfig(connectionString, limits),
      max: limits.connections,
      maxLifetimeSeconds: LIFETIME_SECONDS,
    });
    // Without a listener of its own, a connection that breaks while it is used would end the process.
    this.#pool.on('connect', (client) => {
      this.#generationOf.set(client, this.#generation);
      client.on('error', () => this.#dead.add(client));
      client.on('end', () => this.#dead.add(client));
    });
    this.#pool.on('error', (error) => console.error('Database connection lost:', error.message));
  }

  get load() {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { connections: totalCount, idle: idleCount, waiting: waitingCount };
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** A connection that was good when it was last used. Throws DatabaseUnavailable after `connectMs`, during an outage sooner. */
  async take(): Promise<pg.PoolClient> {
    const end = performance.now() + this.#limits.connectMs;
    for (;;) {
      if (performance.now() > end) throw new DatabaseUnavailable('no connection in time', { isWorthRepeating: false });
      if (this.#outage) await this.#waitFor(this.#outage, end);
      const client = await this.#connect();
      if (client === null) continue;
      if (!this.#dead.has(client) && this.#generationOf.get(client) === this.#generation) return client;
      this.giveBack(client, true);
    }
  }

  giveBack(client: pg.PoolClient, isBroken: boolean): void {
    // Politely ended, a connection nobody answers on would stay for a quarter of an hour.
    if (isBroken) client.connection.stream.destroy();
    client.release(isBroken);
  }

  /** One statement. Throws DatabaseUnavailable where the database is at fault, else the database's refusal. */
  async run(client: pg.PoolClient, sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#answered(client.query(sql, [...parameters]));
    } catch (error) {
      throw this.#classify(client, error);
    }
  }

  isBroken(client: pg.PoolClient): boolean {
    return this.#dead.has(client);
  }

  /** null: not now; an outage may have begun. */
  async #connect(): Promise<pg.PoolClient | null> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (this.#pool.ending) throw error;
      // All connections are in use: too much to do, but the server is there.
      if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') {
        throw new DatabaseUnavailable('no database connection is free', { isWorthRepeating: false, cause: error });
      }
      // The server has no room for one more: those we have go on, and one of them will be free.
      if (NO_ROOM.test(sqlState(error) ?? '') && this.#pool.totalCount > 0) {
        await pause(PROBE_MS);
        return null;
      }
      this.#outage ??= this.#beginOutage(error);
      this.#outage.cause = error;
      return null;
    }
  }

  #beginOutage(cause: unknown): Outage {
    const outage: Outage = { since: performance.now(), over: this.#probe(), cause };
    console.error('The database cannot be reached:', cause instanceof Error ? cause.message : cause);
    return outage;
  }

  async #probe(): Promise<void> {
    do {
      await pause(PROBE_MS, undefined, { ref: false });
    } while (!this.#pool.ending && !(await this.#isReachable()));
    this.#outage = null;
    if (!this.#pool.ending) console.error('The database can be reached again.');
  }

  async #isReachable(): Promise<boolean> {
    try {
      const client = await this.#pool.connect();
      client.release();
      return true;
    } catch {
      return false;
    }
  }

  /** Callers of an outage's first seconds wait for its end: a failover takes so long. Later ones are told at once. */
  async #waitFor({ since, over, cause }: Outage, end: number): Promise<void> {
    const left = Math.min(end, since + this.#limits.connectMs) - performance.now();
    if (left > 0 && (await isWithin(left, over))) return;
    throw new DatabaseUnavailable('the database cannot be reached', { isWorthRepeating: false, cause });
  }

  async #answered<T>(answer: Promise<T>): Promise<T> {
    const { answerMs } = this.#limits;
    if (await isWithin(answerMs, answer)) return answer;
    throw new SilentServer(`no answer within ${answerMs} ms`);
  }

  #classify(client: pg.PoolClient, error: unknown): unknown {
    const state = sqlState(error) ?? '';
    const reason = error instanceof Error ? error.message : String(error);
    if (refusesForNow(state)) return new DatabaseUnavailable(reason, { isWorthRepeating: false, cause: error });
    const isWrongServer = state === READ_ONLY || error instanceof SilentServer;
    if (!isWrongServer && !ENDS_CONNECTION.test(state) && !this.#dead.has(client)) return error;
    this.#dead.add(client);
    // The other connections lead there, too.
    if (isWrongServer) this.#generation += 1;
    return new DatabaseUnavailable(reason, { isWorthRepeating: true, cause: error });
  }
}

class SilentServer extends Error {}

/** Whether it is settled within `ms`. What is ready to be read when the time is over still counts: we may have been busy. */
async function isWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(() => done(false))), ms);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, late]);
  clearTimeout(timer);
  return result;
}
