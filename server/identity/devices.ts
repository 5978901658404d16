import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { Call } from './wire.ts';

const COOKIE = 'fan-device';
/** Accounts one browser is known for; the one that signed in longest ago goes first. */
const KEPT = 5;
/** As long as browsers keep a cookie. */
const LIFETIME_S = 400 * 24 * 3_600;
/** Id, epoch ms in base 36, signature. */
const MARK = /^([\w-]{16})\.([0-9a-z]{1,12})\.([\w-]{32})$/;

type Owner = Pick<Account, 'sub' | 'devices_since'>;

/** Device cookies (OWASP): a browser that has signed in to an account is counted apart from strangers who guess at it. */
export interface Devices {
  /** Id of the browser's mark, if it has one of this account. */
  idOf(call: Pick<Call, 'headers'>, account: Owner | null): string | null;
  /** Has the browser keep a mark of the account; a mark that is good keeps its id. */
  remember(call: Call, account: Owner): void;
}

/** Marks are signed, not stored. They open nothing: they only decide which counter a wrong password is counted in. */
export function createDevices(secret: Buffer, now: () => number): Devices {
  const signatureOf = (sub: string, id: string, issued: string) =>
    createHmac('sha256', secret).update([sub, id, issued].join('\n')).digest('base64url').slice(0, 32);

  function read(mark: string, { sub, devices_since }: Owner): string | null {
    const [, id = '', issued = '', given = ''] = MARK.exec(mark) ?? [];
    if (id === '') return null;
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(signatureOf(sub, id, issued)))) return null;
    const at = Number.parseInt(issued, 36);
    const isOver = at + LIFETIME_S * 1000 < now() || at < (devices_since?.getTime() ?? 0);
    return isOver ? null : id;
  }
  function idOf({ headers }: Pick<Call, 'headers'>, account: Owner | null): string | null {
    if (account === null) return null;
    for (const mark of marksOf(headers)) {
      const id = read(mark, account);
      if (id !== null) return id;
    }
    return null;
  }
  return {
    idOf,
    remember(call, account) {
      const id = idOf(call, account) ?? randomBytes(12).toString('base64url');
      const issued = now().toString(36);
      const others = marksOf(call.headers).filter((mark) => read(mark, account) === null);
      const marks = [`${id}.${issued}.${signatureOf(account.sub, id, issued)}`, ...others].slice(0, KEPT);
      call.cookies.push(cookieOf(COOKIE, marks.join('~'), LIFETIME_S, call.isSecure));
    },
  };
}

const marksOf = (headers: Headers): string[] =>
  (cookieNamed(COOKIE, headers) ?? '')
    .split('~')
    .filter((mark) => MARK.test(mark))
    .slice(0, KEPT);

/** Value of the caller's cookie of that name; null: none. */
export function cookieNamed(name: string, headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [given, ...value] = pair.trim().split('=');
    if (given === name) return value.join('=');
  }
  return null;
}

/** A Set-Cookie line that only our own pages send back, and only to the identity provider: no script reads it. */
export const cookieOf = (name: string, value: string, maxAgeS: number, isSecure: boolean): string =>
  `${name}=${value}; Path=/idp; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
