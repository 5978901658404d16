import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { Call } from './wire.ts';

const COOKIE = 'fan-device';
const SIGN_UP_COOKIE = 'fan-sign-up';
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
  idOf(call: Call, account: Owner | null): string | null;
  /**
   * Has the browser keep a mark of the account; a mark that is good keeps its id. The sign-up that became the account is forgotten: its id
   * is the fan's, and a shared device keeps it no longer than needed (SAF-15).
   */
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
  function idOf(call: Call, account: Owner | null): string | null {
    if (account === null) return null;
    for (const mark of marksOf(call)) {
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
      const others = marksOf(call).filter((mark) => read(mark, account) === null);
      const marks = [`${id}.${issued}.${signatureOf(account.sub, id, issued)}`, ...others].slice(0, KEPT);
      setCookie(call, COOKIE, marks.join('~'), LIFETIME_S);
      if (ownSignUp(call) === account.sub) setCookie(call, SIGN_UP_COOKIE, '', 0);
    },
  };
}

const marksOf = (call: Call): string[] =>
  (readCookie(call, COOKIE) ?? '')
    .split('~')
    .filter((mark) => MARK.test(mark))
    .slice(0, KEPT);

/** Has the browser remember which sign-up it made, so that no code of another one is taken from it. */
export const rememberSignUp = (call: Call, id: string, lifetimeMs: number): void =>
  setCookie(call, SIGN_UP_COOKIE, id, lifetimeMs / 1000);
export const ownSignUp = (call: Call): string | null => readCookie(call, SIGN_UP_COOKIE);

/** By https under a name that no other host and no page without https can set. */
const nameOf = (name: string, { isSecure }: Call): string => (isSecure ? `__Host-${name}` : name);

function readCookie(call: Call, name: string): string | null {
  for (const pair of (call.headers.get('cookie') ?? '').split(';')) {
    const [given, ...value] = pair.trim().split('=');
    if (given === nameOf(name, call)) return value.join('=');
  }
  return null;
}

/** Only our own pages send it back, and no script reads it. */
function setCookie(call: Call, name: string, value: string, maxAgeS: number): void {
  const secure = call.isSecure ? '; Secure' : '';
  call.cookies.push(`${nameOf(name, call)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`);
}
