/** Fans who look and write all the time at servers whose database is not always there, and what they were told. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { type BodyOf, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { EVENT } from './storeEvent.ts';
import { newKey, postOf, type StoreServer } from './storeProcess.ts';
import type { TcpProxy } from './tcpProxy.ts';

/** Longest wait for any answer: what limits of a connection and of a statement add up to, and a slow machine. */
export const ANSWERED_WITHIN_MS = 25_000;

export const lineTo = (url: string, proxy: TcpProxy) => Object.assign(new URL(url), { port: String(proxy.port) }).href;

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** Every call of the tests is answered, in time. */
async function ask(server: StoreServer, method: string, path: string, as: string | null, body?: object) {
  const headers = {
    'x-api-key': 'fan-web',
    'x-api-tenant': CLUB,
    ...(as === null ? {} : { 'x-api-authorization': `Bearer of.${as}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  const answer: Answer = {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  };
  return answer;
}
export const put = <N extends EndpointName>(server: StoreServer, name: N, as: string, body: BodyOf<N>) =>
  ask(server, endpoints[name].method, `/f${endpoints[name].path}`, as, body);
export const list = (server: StoreServer, rows = 10) =>
  ask(server, 'GET', `/f/media/public/list/items/all?l=${rows}`, null);
export const health = async (server: StoreServer) => (await ask(server, 'GET', '/healthz', null)).status;

/** What was acknowledged, and what else was answered. */
export class Load {
  readonly photos: string[] = [];
  readonly comments: string[] = [];
  readonly reactions: { media_url: string; user_id: string }[] = [];
  readonly others: Answer[] = [];
  readonly #servers: readonly StoreServer[];
  #isOver = false;
  #fans = 0;
  readonly #failures: unknown[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(servers: readonly StoreServer[]) {
    this.#servers = servers;
  }
  start() {
    const loops = this.#servers.flatMap((server) => [this.#write(server), this.#write(server), this.#read(server)]);
    // Nobody waits for them yet: what one fails with is kept until somebody asks.
    this.#running = Promise.all(loops.map((loop) => loop.catch((error: unknown) => this.#failures.push(error))));
  }
  async end() {
    this.#isOver = true;
    await this.#running;
    this.#expectNoFailure();
  }
  /** Until so many more reactions have been acknowledged. */
  async more(count: number) {
    const enough = this.reactions.length + count;
    while (this.reactions.length < enough) {
      this.#expectNoFailure();
      await pause(20);
    }
  }
  #expectNoFailure() {
    if (this.#failures.length > 0) throw this.#failures[0];
  }
  #note(answer: Answer): boolean {
    if (answer.status !== 200) this.others.push(answer);
    return answer.status === 200;
  }
  async #read(server: StoreServer) {
    while (!this.#isOver) this.#note(await list(server));
  }
  async #write(server: StoreServer) {
    while (!this.#isOver) {
      const fan = `f${++this.#fans}`;
      const joined = await put(server, 'putUserTenant', fan, { tenant_id: CLUB, agreed_version: '1' });
      if (!this.#note(joined)) continue;
      const media_url = newKey(fan, EVENT);
      if (!this.#note(await put(server, 'putMediaList', fan, postOf(EVENT, [media_url])))) continue;
      this.photos.push(media_url);
      const said = { media_url, comment: 'ナイス', targetuser: fan, parent_id: null };
      const comment = await put(server, 'putComment', fan, said);
      if (this.#note(comment)) this.comments.push((comment.body as { comment_id: string }).comment_id);
      const reaction = { media_url, reaction: '1', targetuser: fan } as const;
      if (this.#note(await put(server, 'putReaction', fan, reaction))) this.reactions.push({ media_url, user_id: fan });
    }
  }
  /** Nothing but 200 and 503 with Retry-After. */
  expectOnlyTemporary() {
    for (const answer of this.others) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    }
  }
}

/** Milliseconds until each of the servers has answered a list and a write with 200 again. */
export async function recovery(servers: readonly StoreServer[]): Promise<number> {
  const begun = performance.now();
  const isServing = async (server: StoreServer) => {
    const fan = { tenant_id: CLUB, agreed_version: '1' };
    const answers = [await list(server), await put(server, 'putUserTenant', 'checker', fan)];
    return answers.every(({ status }) => status === 200);
  };
  for (const server of servers) while (!(await isServing(server))) await pause(50);
  return performance.now() - begun;
}

/** Nothing that was acknowledged is missing, and what was repeated is counted once. */
export async function expectAllKept(load: Load, db: Kysely<Database>): Promise<void> {
  const photos = await db.selectFrom('photo').select(['media_url', 'reaction_count', 'comment_count']).execute();
  const comments = await db.selectFrom('comment').select(['comment_id', 'media_url']).execute();
  const reactions = await db.selectFrom('reaction').select(['media_url', 'user_id']).execute();
  const pair = (row: { media_url: string; user_id: string }) => `${row.media_url} ${row.user_id}`;
  const missing = (acknowledged: readonly string[], there: readonly string[]) => {
    const known = new Set(there);
    return acknowledged.filter((name) => !known.has(name));
  };
  const urls = photos.map(({ media_url }) => media_url);
  expect(missing(nonEmpty(load.photos), urls)).toEqual([]);
  expect(
    missing(
      nonEmpty(load.comments),
      comments.map(({ comment_id }) => comment_id),
    ),
  ).toEqual([]);
  expect(missing(nonEmpty(load.reactions.map(pair)), reactions.map(pair))).toEqual([]);
  const countOf = (rows: readonly { media_url: string }[], url: string) =>
    rows.filter(({ media_url }) => media_url === url).length;
  for (const { media_url, reaction_count, comment_count } of photos) {
    expect([reaction_count, comment_count]).toEqual([countOf(reactions, media_url), countOf(comments, media_url)]);
  }
}
