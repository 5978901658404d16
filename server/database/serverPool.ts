/**
 * Connections to a PostgreSQL server that may vanish at any moment (SAF-18): every wait has a limit, a connection that broke is
 * thrown away, and while the server cannot be reached at all one prober looks for it and callers are told so at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTime } from '../inTime.ts';
import { DatabaseUnavailable, sqlState } from './databaseFailure.ts';
import type { DatabaseAddress } from './databaseHosts.ts';
import { type ConnectionLimits, hasNoRoom, isPoolBusy, ServerConnections } from './serverConnections.ts';
import { ISOLATION } from './sessionSettings.ts';

/** Times in milliseconds. */
export interface ServerLimits extends ConnectionLimits {
  /** For the answer to a statement, as we keep it: longer, so that whoever exceeds it is a server that does not answer at all. */
  readonly answerMs: number;
}

/** What is on its way when the server ends a statement has so long to come. */
const ANSWER_MORE_MS = 2_000;
export const serverLimits = (limits: ConnectionLimits): ServerLimits => ({
  ...limits,
  answerMs: limits.statementMs + ANSWER_MORE_MS,
});

/** Unless the settings say otherwise. A copy keeps one core busy, and so do a few statements. */
export const SERVER_LIMITS = serverLimits({ connections: 20, connectMs: 5_000, statementMs: 8_000 });
/** For an operator's commands, which may read and write all there is. */
export const OPERATOR_LIMITS = serverLimits({ connections: 10, connectMs: 10_000, statementMs: 1_800_000 });

/** A transaction that waits for us so long is ended by the server: a frozen copy must not hold locks. */
export const IDLE_IN_TRANSACTION_MS = 30_000;
/** How often a server that cannot be reached is tried. */
const PROBE_MS = 250;

/** SQLSTATEs with which a connection ends: 08 connection exceptions, 57P shutdown and crash, 25P03 idle too long, 25P04 a transaction too long. */
const ENDS_CONNECTION = /^(?:08...|57P0[1-5]|25P0[34])$/;
/** A migration changed a column while a connection kept the plan of a statement that reads it: another connection plans it anew. */
const STALE_PLAN = /^cached plan must not change result type$/;
/** A server that only reads, such as a standby after a failover: right for nobody who writes. */
const READ_ONLY = '25006';
/** The server is alive and refuses for now: statement_timeout, or no room. */
const refusesForNow = (error: unknown): boolean => sqlState(error) === '57014' || hasNoRoom(error);

interface Outage {
  readonly since: number;
  /** Resolves when the server is back. */
  readonly over: Promise<void>;
  cause: unknown;
}

export class ServerPool {
  readonly #connections: ServerConnections;
  readonly #limits: ServerLimits;
  readonly #name: string;
  readonly #dead = new WeakSet<object>();
  /** A client of an earlier generation was opened before a server fell silent: not to be used again. */
  readonly #generationOf = new WeakMap<object, number>();
  #generation = 0;
  #outage: Outage | null = null;

  readonly #onRefused: (error: unknown) => void;

  /** @param name for the log @param onRefused is notified of every error a statement ends with */
  constructor(
    address: DatabaseAddress,
    limits: ServerLimits,
    {
      name = 'database',
      onRefused = () => {},
    }: { readonly name?: string; readonly onRefused?: (error: unknown) => void } = {},
  ) {
    this.#onRefused = onRefused;
    this.#limits = limits;
    this.#name = name;
    this.#connections = new ServerConnections(address, limits, {
      onOpen: (client) => {
        this.#generationOf.set(client, this.#generation);
        client.on('error', () => this.#dead.add(client));
        client.on('end', () => this.#dead.add(client));
      },
      onLost: (error) => console.error(`A connection to the ${name} was lost:`, error.message),
    });
  }

  get load() {
    return this.#connections.load;
  }

  /** What a transaction has to begin with, besides its own; null: the session has it. */
  get sessionSettings(): string | null {
    return this.#connections.isPooled ? this.#connections.sessionSettings : null;
  }

  end(): Promise<void> {
    return this.#connections.end();
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

  /**
   * One statement. Throws DatabaseUnavailable where the database is at fault, else the database's refusal.
   * @param name a connection keeps the statement's plan under it (`preparedQuery.ts`). Where a session is ours for a transaction only, no
   * name is known: the next one may be another session.
   */
  async run(client: pg.PoolClient, text: string, values: readonly unknown[], name?: string): Promise<pg.QueryResult> {
    try {
      const known = name !== undefined && !this.#connections.isPooled ? { name } : {};
      return await this.#answered(client.query({ text, values: [...values], ...known }));
    } catch (error) {
      this.#onRefused(error);
      throw this.#classify(client, error);
    }
  }

  /** As `run`, outside transactions. Where a session is ours for a transaction only, it is one of its own. */
  async runAlone(
    client: pg.PoolClient,
    sql: string,
    parameters: readonly unknown[],
    name?: string,
  ): Promise<pg.QueryResult> {
    const settings = this.sessionSettings;
    if (settings === null) return this.run(client, sql, parameters, name);
    const [begun, answer, ended] = await Promise.allSettled([
      this.run(client, `begin isolation level ${ISOLATION}; ${settings}`, []),
      this.run(client, sql, parameters),
      this.run(client, 'commit', []),
    ]);
    if (answer.status === 'rejected') throw answer.reason;
    if (begun.status === 'rejected') throw begun.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return answer.value;
  }

  isBroken(client: pg.PoolClient): boolean {
    return this.#dead.has(client);
  }

  /** null: not now; an outage may have begun. */
  async #connect(): Promise<pg.PoolClient | null> {
    try {
      return await this.#connections.connect();
    } catch (error) {
      if (this.#connections.isEnding) throw error;
      // All connections are in use: too much to do, but the server is there.
      if (isPoolBusy(error)) {
        throw new DatabaseUnavailable('no database connection is free', { isWorthRepeating: false, cause: error });
      }
      // The server has no room for one more: those we have go on, and one of them will be free.
      if (hasNoRoom(error) && this.#connections.load.connections > 0) {
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
    console.error(`The ${this.#name} cannot be reached:`, cause instanceof Error ? cause.message : cause);
    return outage;
  }

  async #probe(): Promise<void> {
    do {
      await pause(PROBE_MS, undefined, { ref: false });
    } while (!this.#connections.isEnding && !(await this.#isReachable()));
    this.#outage = null;
    if (!this.#connections.isEnding) console.error(`The ${this.#name} can be reached again.`);
  }

  async #isReachable(): Promise<boolean> {
    try {
      const client = await this.#connections.connect();
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
    if (refusesForNow(error)) return new DatabaseUnavailable(reason, { isWorthRepeating: false, cause: error });
    const isWrongServer = state === READ_ONLY || error instanceof SilentServer;
    const isOver = ENDS_CONNECTION.test(state) || STALE_PLAN.test(reason);
    if (!isWrongServer && !isOver && !this.#dead.has(client)) return error;
    this.#dead.add(client);
    // The other connections lead there, too.
    if (isWrongServer) this.#generation += 1;
    return new DatabaseUnavailable(reason, { isWorthRepeating: true, cause: error });
  }
}

class SilentServer extends Error {}

/** Whether it is settled within `ms`. What is ready to be read when the time is over still counts: we may have been busy. */
async function isWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return inTime(ms, settled, () => new Promise<false>((done) => setImmediate(() => setImmediate(() => done(false)))));
}
