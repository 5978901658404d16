/** The previous release's server beside this one, and after it, on the tables of this one (HLF-11). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasPreviousRelease } from '../../.ci/previous-release.mjs';
import { renewSearch } from '../../server/api/photos/renewSearch.ts';
import { addUpCounters } from '../../server/database/counterChanges.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { poolNameOf } from '../../server/identity/userPool.ts';
import type { BodyOf, EndpointName } from '../../src/contract/endpoints.ts';
import { type Copies, openCopies } from '../api/copySetup.ts';
import type { ServerProcess } from '../api/deployProcess.ts';
import { type PreviousRelease, unpackPreviousRelease } from '../api/previousRelease.ts';
import { EVENT } from '../api/storeEvent.ts';
import { copyTables } from '../api/storePostgres.ts';
import { compareCounters } from '../bench/halftime/counters.ts';
import { createSender, type FanCall } from '../bench/halftime/openLoop.ts';
import { answerChallenge, PUBLIC_VALUE } from '../bench/halftime/srpClient.ts';
import { CLUB } from '../support/tenants.ts';

const FANS = ['aki', 'ben', 'chie', 'dai', 'emi'];
const LIST = `/media/public/list/items/all?e=${EVENT}`;
const PASSWORD = 'stadium-2026';

interface Listed {
  readonly media_url: string;
  readonly reactionInfo: { readonly total: number; readonly own_reacted: boolean };
}

/** So long an answer may take on a machine that has much else to do. */
const PATIENCE_MS = 120_000;

/** No build is served here; a photo may be deleted while its pictures are derived. */
const EXPECTED = /serveStatic|An object of it is not there/;

/** One server, and calls of fans to it, each of which must be answered well. */
class Fans {
  readonly #server: ServerProcess;
  readonly #sender: ReturnType<typeof createSender>;
  readonly url: string;
  constructor(server: ServerProcess, url: string) {
    this.#server = server;
    this.url = url;
    this.#sender = createSender(Number(new URL(url).port), PATIENCE_MS);
  }
  async ask<T>(call: FanCall): Promise<T> {
    const { status, body } = await this.#sender.send(call);
    const { method, path } = call;
    expect({ method, path, status, said: status === 200 ? '' : body.toString() }).toMatchObject({ status: 200 });
    return JSON.parse(body.toString() || 'null') as T;
  }
  call = <N extends EndpointName, T = unknown>(name: N, fan: string, body: BodyOf<N>) =>
    this.ask<T>(copies.callOf(name, fan, body));
  read = <T>(fan: string | null, path: string) => this.ask<T>(copies.readOf(fan, path));
  async listed(fan: string | null): Promise<readonly Listed[]> {
    return (await this.read<{ media_list: readonly Listed[] }>(fan, LIST)).media_list;
  }
  async infoOf(fan: string | null, media_url: string): Promise<Listed['reactionInfo'] | undefined> {
    return (await this.listed(fan)).find((photo) => photo.media_url === media_url)?.reactionInfo;
  }
  identity<T>(operation: string, body: object): Promise<T> {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    };
    const asked = JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, ...body });
    return this.ask({ method: 'POST', path: '/idp', headers, body: asked });
  }
  /** SIGTERM. It has met no failure of its own. */
  async end(): Promise<void> {
    this.#sender.close();
    expect(await this.#server.end('SIGTERM')).toBe(0);
    // Pages are not looked at here, and need not be built.
    const failures = this.#server.said.filter((line) => line.includes('"level":"error"') && !EXPECTED.test(line));
    expect(failures).toEqual([]);
    expect(this.#server.errors).toEqual([]);
  }
}

let previous: PreviousRelease;
let copies: Copies;
const running: Fans[] = [];

/** @param root of this release unless told */
async function start(root?: string): Promise<Fans> {
  const server = copies.start({}, root);
  const fans = new Fans(server, await server.url);
  running.push(fans);
  return fans;
}
/**
 * The releases before this one end at the sight of a migration they do not know, so it is hidden while one starts, as the operations'
 * guide tells. When PREVIOUS_RELEASE moves on, it starts as it is (CONTRIBUTING.md, 'Release').
 */
async function startOld(): Promise<Fans> {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, hide = '', bringBack = ''] = /```sql\n(create table newer_migration.+?)\n--.+?\n(.+?)```/s.exec(guide) ?? [];
  expect(bringBack).toContain('insert into');
  await sql.raw(hide).execute(copies.db);
  const fans = await start(previous.root);
  await sql.raw(bringBack).execute(copies.db);
  return fans;
}
const endAll = async () => {
  for (const fans of running.splice(0)) await fans.end();
};

/** A post with its original: registered at one, repeated and completed at the other. */
async function post(fan: string, one: Fans, other: Fans): Promise<string> {
  const { media_url, body } = await copies.newPost(fan);
  await one.call('putMediaList', fan, body);
  await other.call('putMediaList', fan, body);
  await copies.storeOriginal(fan, media_url);
  const told = await other.call('putOriginals', fan, { media_urls: [media_url] });
  expect(told).toMatchObject({ originals: [{ media_url, state: 'stored' }] });
  return media_url;
}

/** What other fans do with a photo, each thing begun at one and seen or ended at the other. */
async function meet(media_url: string, one: Fans, other: Fans): Promise<void> {
  const like = { media_url, reaction: '1' } as const;
  await expect.poll(() => other.infoOf('ben', media_url)).toMatchObject({ total: 0, own_reacted: false });
  await one.call('putReaction', 'ben', { ...like, targetuser: 'aki' });
  expect(await other.infoOf('ben', media_url), 'what one did is seen at once').toMatchObject({
    total: 1,
    own_reacted: true,
  });
  await expect.poll(() => other.infoOf('chie', media_url)).toMatchObject({ total: 1, own_reacted: false });
  await other.call('putReaction', 'chie', { ...like, targetuser: 'aki' });
  await other.call('deleteReaction', 'ben', like);
  expect(await one.infoOf('ben', media_url)).toMatchObject({ total: 1, own_reacted: false });

  const said = { media_url, comment: 'ナイス', targetuser: 'aki', parent_id: null };
  const { comment_id } = await one.call<'putComment', { comment_id: string }>('putComment', 'ben', said);
  await other.call('putComment', 'chie', { ...said, parent_id: comment_id });
  await other.call('putCommentReaction', 'aki', { media_url, comment_id, targetuser: 'ben' });
  const path = `/media/public/list/item/comments/${encodeURIComponent(media_url)}`;
  expect(await one.read('dai', path)).toMatchObject({ count: 2 });
  await one.call('deleteComment', 'ben', { comment_id, timestamp: new Date().toISOString() });
  expect(await other.read('dai', path)).toMatchObject({ count: 1 });
  await one.call('putFavorite', 'dai', { media_url, targetuser: null });
  expect(await other.read('dai', `/favorite/count?${new URLSearchParams({ media_url })}`)).toEqual({ number: 1 });
}

async function signUp(email: string, one: Fans, other: Fans): Promise<void> {
  const UserAttributes = Object.entries({ email, name: '川崎 太郎' }).map(([Name, Value]) => ({ Name, Value }));
  await one.identity('SignUp', { Username: email, Password: PASSWORD, UserAttributes });
  const mails = await other.ask<{ to: string; code: string }[]>({
    method: 'GET',
    path: '/dev/mailbox',
    headers: { accept: 'application/json', host: new URL(other.url).host },
  });
  const code = mails.find(({ to }) => to === email)?.code;
  await other.identity('ConfirmSignUp', { Username: email, ConfirmationCode: code });
}

/** Begun at one, ended at the other, refreshed at the first; its token is good at both. */
async function signIn(email: string, one: Fans, other: Fans): Promise<void> {
  const begin = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: PUBLIC_VALUE } };
  const { ChallengeParameters } = await one.identity<{ ChallengeParameters: never }>('InitiateAuth', begin);
  const ChallengeResponses = answerChallenge(poolNameOf(EMBEDDED_POOL), PASSWORD, ChallengeParameters);
  const { AuthenticationResult: signedIn } = await other.identity<{ AuthenticationResult: { RefreshToken: string } }>(
    'RespondToAuthChallenge',
    { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses },
  );
  const { AuthenticationResult: tokens } = await one.identity<{ AuthenticationResult: { IdToken: string } }>(
    'InitiateAuth',
    { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: signedIn.RefreshToken } },
  );
  for (const fans of [one, other]) {
    const call = copies.callOf('putUserTenant', 'aki', { tenant_id: CLUB, agreed_version: '1' });
    await fans.ask({ ...call, headers: { ...call.headers, 'x-api-authorization': `Bearer ${tokens.IdToken}` } });
  }
}

/** As each copy of the new release does it by itself once a day: the old one knows another folding of words (SRC-05f). */
async function countersAfterRenewal(): Promise<readonly string[]> {
  await renewSearch(copies.db, () => false);
  await addUpCounters(copies.db);
  return compareCounters(copies.db);
}

describe.runIf(hasPreviousRelease())('the previous release and this one', () => {
  beforeAll(async () => {
    previous = unpackPreviousRelease();
    copies = await openCopies(await copyTables(inject('postgresUrl'), 'old_beside_new'), FANS);
  });
  afterEach(endAll);
  afterAll(async () => {
    await copies?.close();
    previous?.remove();
  });

  test('HLF-11a side by side on new tables: each goes on with what the other wrote, counters agree', async () => {
    const pair = [await startOld(), await start()] as const;
    for (const [one, other] of [pair, pair.toReversed() as [Fans, Fans]]) {
      await meet(await post('aki', one, other), one, other);
      const gone = await post('emi', one, other);
      await other.call('deletePhoto', 'emi', { media_url: gone, public_list_id: 'event' });
      expect(await one.infoOf('emi', gone)).toBeUndefined();
      await expect.poll(() => other.infoOf(null, gone)).toBeUndefined();
      const email = `fan-${new URL(one.url).port}@example.jp`;
      await signUp(email, one, other);
      await signIn(email, one, other);
      await signIn(email, other, one);
    }
    // At once, in each other's way.
    await Promise.all(FANS.flatMap((fan) => pair.map((one, i) => post(fan, one, pair[1 - i] ?? one))));
    expect(await countersAfterRenewal()).toEqual([]);
  });

  test('HLF-11b the way back: what the new one wrote is served and carried on by the old, then by the new', async () => {
    const newest = await start();
    const media_url = await post('dai', newest, newest);
    await meet(media_url, newest, newest);
    await signUp('back@example.jp', newest, newest);
    const before = (await newest.listed('dai')).map((photo) => photo.media_url);
    await endAll();
    expect((await sql`select id from counter_change`.execute(copies.db)).rows).toEqual([]);

    const old = await startOld();
    expect((await old.listed('dai')).map((photo) => photo.media_url)).toEqual(before);
    expect(await old.infoOf('chie', media_url)).toMatchObject({ total: 1, own_reacted: true });
    await signIn('back@example.jp', old, old);
    await old.call('deletePhoto', 'dai', { media_url, public_list_id: 'event' });
    const later = await post('dai', old, old);
    await meet(later, old, old);
    expect(await countersAfterRenewal()).toEqual([]);
    await endAll();

    const again = await start();
    expect((await again.listed('dai')).map((photo) => photo.media_url)).toEqual(
      [later, ...before].filter((url) => url !== media_url),
    );
    await meet(await post('emi', again, again), again, again);
    expect(await countersAfterRenewal()).toEqual([]);
  });
});
