/** The embedded identity provider on an in-memory database, reached by Amazon's own client library. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';
import { createPgliteDialect } from '../../server/database/pgliteDialect.ts';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openIdentityKeys } from '../../server/identity/identityKeys.ts';
import { createIdentityPool } from '../../server/identity/identityPool.ts';
import type { Mail } from '../../server/identity/mailer.ts';
import type { PoolHooks } from '../../server/identity/poolParts.ts';
import { createRevocationCheck } from '../../server/identity/sessions.ts';
import { createUserPool } from '../../server/identity/userPool.ts';
import { createTokenVerifier } from '../../server/identity/verifyToken.ts';
import { setQuickArithmetic } from './quickArithmetic.ts';
import { copyTables } from './storePostgres.ts';

setQuickArithmetic();

export const MINUTE = 60_000;
export const PASSWORD = 'stadium-2026';
export const ORIGIN = 'http://localhost:3000';

/** A new database with the product's tables: on the PostgreSQL server of TEST_DATABASE_URL, else an embedded one. */
export async function openTestDatabase(): Promise<Kysely<Database>> {
  const url = process.env.TEST_DATABASE_URL;
  const dialect = url
    ? new PostgresDialect({
        pool: new pg.Pool({ connectionString: await copyTables(url, `identity_${randomUUID().replaceAll('-', '')}`) }),
      })
    : createPgliteDialect({ folder: join(mkdtempSync(join(tmpdir(), 'identity-')), 'postgres') });
  const db = new Kysely<Database>({ dialect });
  if (!url) await migrate(db);
  return db;
}

/** One server copy. `clock.ms` is its time; mails land in `mails`, or fail while `mail.isDown`. */
export async function startIdentity(db: Kysely<Database>, hooks: PoolHooks = {}) {
  const clock = { ms: Date.parse('2026-11-21T09:00:00Z') };
  const now = () => clock.ms;
  const mails: Mail[] = [];
  const mail = { isDown: false };
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const keys = await openIdentityKeys(db);
  const mailer = {
    async send(sent: Mail) {
      if (mail.isDown) throw new Error('mail server is down');
      mails.push(sent);
    },
  };
  const pool = createUserPool({ ...hooks, db, ids: EMBEDDED_POOL, keys, mailer, now, onError });
  const isRevoked = createRevocationCheck(db, now);
  const { issuer, clientId } = EMBEDDED_POOL;
  const verifyToken = createTokenVerifier({ jwks: keys.jwks, issuer, clientId, now, isRevoked });
  const identityPool = createIdentityPool({ ids: EMBEDDED_POOL, keys, verifyToken, isRevoked, now, onError });
  const codeOf = (to: string) => mails.findLast((sent) => sent.to === to)?.code ?? 'no mail';
  return { clock, now, mails, mail, errors, keys, pool, verifyToken, identityPool, codeOf };
}
export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

/** A browser somewhere: the network it is in, and the cookies it keeps for us. */
export interface Browser {
  readonly address: string | null;
  readonly cookies: Map<string, string>;
}
export const newBrowser = (address: string | null = null): Browser => ({ address, cookies: new Map() });
/** The same browser in another network. */
export const movedTo = ({ cookies }: Browser, address: string): Browser => ({ address, cookies });

/** Sends a request as that browser would, and keeps the cookies of the answer. */
async function sendFrom({ address, cookies }: Browser, pool: TestIdentity['pool'], request: Request) {
  const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (kept !== '') request.headers.set('cookie', kept);
  const answer = await pool.fetch(request, address);
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/s) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

/** Sends the library's requests to this server copy: from a browser that keeps its cookies, or from one that keeps none. */
export function routeFetchTo({ pool }: Pick<TestIdentity, 'pool'>, browser: Browser | null = null): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    sendFrom(browser ?? newBrowser(), pool, new Request(url, init)),
  );
}

/** One raw operation, as an attacker's own client would send it: from an address without cookies, or from a browser. */
export async function call(
  pool: TestIdentity['pool'],
  operation: string,
  body: unknown,
  from: string | Browser | null = null,
  origin = ORIGIN,
) {
  const request = new Request(`${origin}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const browser = from === null || typeof from === 'string' ? newBrowser(from) : from;
  const answer = await sendFrom(browser, pool, request);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

function memoryStorage(): ICognitoStorage {
  const kept = new Map<string, string>();
  return {
    setItem: (key, value) => void kept.set(key, value),
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

type NodeCallback<T> = (error: Error | undefined | null, result: T | undefined) => void;
const promised = <T>(run: (done: NodeCallback<T>) => void) =>
  new Promise<T>((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result as T))));

/** A fan's device: the real client library with a storage of its own. Rejections carry `code`. */
export function createDevice() {
  const Storage = memoryStorage();
  const { userPoolId: UserPoolId, clientId: ClientId } = EMBEDDED_POOL;
  const Pool = new CognitoUserPool({ UserPoolId, ClientId, endpoint: `${ORIGIN}/idp`, Storage });
  const userOf = (Username: string) => new CognitoUser({ Username, Pool, Storage });
  return {
    userOf,
    signUp: (email: string, password = PASSWORD, name = '川崎 太郎') =>
      promised((done) =>
        Pool.signUp(
          email,
          password,
          Object.entries({ email, name, nickname: 'たろう', 'custom:extended1': 'a', 'custom:extended2': 'b' }).map(
            ([Name, Value]) => new CognitoUserAttribute({ Name, Value }),
          ),
          [],
          done,
        ),
      ),
    confirm: (email: string, code: string) => promised((done) => userOf(email).confirmRegistration(code, false, done)),
    resend: (email: string) => promised((done) => userOf(email).resendConfirmationCode(done)),
    signIn(email: string, password = PASSWORD, metadata: Record<string, string> = {}) {
      const user = userOf(email);
      const details = new AuthenticationDetails({
        Username: email,
        Password: password,
        ValidationData: metadata,
        ClientMetadata: metadata,
      });
      return new Promise<{ user: CognitoUser; session: CognitoUserSession }>((resolve, reject) =>
        user.authenticateUser(details, { onSuccess: (session) => resolve({ user, session }), onFailure: reject }),
      );
    },
    forgot: (email: string) =>
      new Promise((resolve, reject) =>
        userOf(email).forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
      ),
    confirmForgot: (email: string, code: string, password: string) =>
      new Promise<string>((resolve, reject) =>
        userOf(email).confirmPassword(code, password, { onSuccess: resolve, onFailure: reject }),
      ),
    refresh: (user: CognitoUser, session: CognitoUserSession) =>
      promised<CognitoUserSession>((done) => user.refreshSession(session.getRefreshToken(), done)),
    changePassword: (user: CognitoUser, from: string, to: string) =>
      promised((done) => user.changePassword(from, to, done)),
    attributes: (user: CognitoUser) =>
      promised<CognitoUserAttribute[]>((done) => user.getUserAttributes(done)).then((list) =>
        Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])),
      ),
    setAttributes: (user: CognitoUser, attributes: Record<string, string>) =>
      promised((done) =>
        user.updateAttributes(
          Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
          done,
        ),
      ),
    verifyEmail: (user: CognitoUser, code: string) =>
      new Promise<string>((resolve, reject) =>
        user.verifyAttribute('email', code, { onSuccess: resolve, onFailure: reject }),
      ),
    resendEmailCode: (user: CognitoUser) =>
      new Promise<void>((resolve, reject) =>
        user.getAttributeVerificationCode('email', { onSuccess: () => resolve(), onFailure: reject }),
      ),
    leave: (user: CognitoUser) => promised((done) => user.deleteUser(done)),
    signOutEverywhere: (user: CognitoUser) =>
      new Promise((resolve, reject) => user.globalSignOut({ onSuccess: resolve, onFailure: reject })),
  };
}
export type Device = ReturnType<typeof createDevice>;

let serial = 0;
/** An email nobody has used yet. */
export const newEmail = (): string => `fan${++serial}@example.jp`;

/** A code that is none: every digit of the mailed one is another. */
export const wrongOf = (code: string): string => code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** Signs up and confirms a new fan. */
export async function registerFan({ codeOf }: Pick<TestIdentity, 'codeOf'>, device: Device): Promise<string> {
  const email = newEmail();
  await device.signUp(email);
  await device.confirm(email, codeOf(email));
  return email;
}

/** The exception name a promise is refused with. */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
