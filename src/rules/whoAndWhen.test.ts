/** Who may post, credits, passwords and days: the cases at the edge of each rule. */
import { describe, expect, test } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { CONTACT_MAX, PASSWORD } from '../contract/limits.ts';
import { creditLine } from './credit.ts';
import {
  calendarDay,
  daysUntil,
  endOfDay,
  formatTime,
  formatWireDate,
  formatWireDateTime,
  parseWireDate,
} from './dates.ts';
import { errorCodeOf } from './errorCode.ts';
import { canPostTo, posterOf } from './eventAccess.ts';
import { periodState } from './eventPeriod.ts';
import { installWay } from './installWay.ts';
import { isMobileDevice } from './isMobileDevice.ts';
import { passwordProblem } from './password.ts';

const at = (text: string) => parseWireDate(text) ?? Number.NaN;

describe('days', () => {
  test('EVT-04a the last second of a day in Tokyo, and days until one', () => {
    expect(formatWireDateTime(endOfDay(at('2026-11-21 00:00:00')))).toBe('2026-11-21 23:59:59');
    expect(formatWireDateTime(endOfDay(at('2026-11-21 23:59:59')))).toBe('2026-11-21 23:59:59');
    expect(daysUntil(at('2026-11-23 00:00:00'), at('2026-11-21 23:59:59'))).toBe(2);
    expect(daysUntil(at('2026-11-21 00:00:00'), at('2026-11-21 23:59:59'))).toBe(0);
    expect(daysUntil(at('2026-11-20 23:59:59'), at('2026-11-21 00:00:00'))).toBe(-1);
  });

  test('EVT-04a the calendar is that of Tokyo, and times have no leading zero', () => {
    // 21 November 2026 is a Saturday; in London it is still the 20th.
    expect(calendarDay(at('2026-11-21 08:05:00'))).toEqual({ year: 2026, month: 11, date: 21, weekday: 6 });
    expect(formatTime(at('2026-11-21 08:05:00'))).toBe('8:05');
    expect(formatTime(at('2026-11-21 00:00:00'))).toBe('0:00');
  });

  test('EVT-02b a date is all of the text, and a year has four digits', () => {
    for (const text of ['x2026-11-21', '2026-11-21x', '2026-11-21 00:00', '12026-11-21', '2026-11-21 00:00:00Z'])
      expect([text, parseWireDate(text)]).toEqual([text, null]);
    expect(formatWireDate(at('0999-01-01'))).toBe('0999-01-01');
  });

  test('EVT-04a a period of which one end cannot be read is over', () => {
    const now = at('2026-11-21');
    const whole = { crawl_period_start: '2026-11-20 00:00:00', crawl_period_end: '2026-11-22 23:59:59' };
    expect(periodState(whole, now)).toBe('during');
    expect(periodState({ ...whole, crawl_period_start: 'soon' }, now)).toBe('after');
    expect(periodState({ ...whole, crawl_period_end: 'soon' }, now)).toBe('after');
    expect(periodState({ ...whole, crawl_period_end: 'soon', crawl_period_start: '2027-01-01' }, now)).toBe('after');
  });
});

describe('who may post', () => {
  const known = {
    ambassadors: [{ ambassador_user_id: 'u1' }, { ambassador_user_id: 'u2' }],
    officialUserIds: ['u0'],
    owners: ['', 'u3', 'u4'].map((user_id, i) => ({ user_id, name: ['公式', '公式', '山田7'][i] ?? '' })),
    personNames: ['山田7', '佐藤'],
  };

  test('ROL-04b one of several ambassadors is one, and so is one of several owners; a visitor is nobody', () => {
    expect(posterOf({ id: 'u2', name: 'x' }, known).isAmbassador).toBe(true);
    expect(posterOf({ id: 'u5', name: '公式' }, known).isAmbassador).toBe(false);
    expect(posterOf({ id: '', name: '公式' }, known).isAmbassador).toBe(false);
    expect(posterOf({ id: 'u3', name: 'x' }, known)).toMatchObject({ isAmbassador: true, isPerson: false });
    expect(posterOf({ id: 'u4', name: 'x' }, known)).toMatchObject({ isAmbassador: true, isPerson: true });
  });

  test('PST-03c each restriction opens to its own people alone', () => {
    const open = { event_type: 'official' as const, userLimited: [], user_limited_ids: [] };
    const none = { ambassadorLimited: false, officialLimited: false, personLimited: false };
    const nobody = { userId: 'u9', userName: 'x', isAmbassador: false, isOfficial: false, isPerson: false };
    const kinds = [
      ['ambassadorLimited', 'isAmbassador'],
      ['officialLimited', 'isOfficial'],
      ['personLimited', 'isPerson'],
    ] as const;
    for (const [limit] of kinds)
      for (const [other, who] of kinds)
        expect([limit, who, canPostTo({ ...open, ...none, [limit]: true }, { ...nobody, [who]: true })]).toEqual([
          ...[limit, who, limit === other],
        ]);
    for (const [, who] of kinds) expect(canPostTo({ ...open, ...none }, { ...nobody, [who]: true })).toBe(true);
    expect(canPostTo({ ...open, ...none, userLimited: ['x'], user_limited_ids: ['u9'] }, nobody)).toBe(true);
    expect(canPostTo({ ...open, ...none, userLimited: ['x'], user_limited_ids: ['u8'] }, nobody)).toBe(false);
  });
});

describe('PHO-03a credits', () => {
  const photo = { posterName: 'みなと', isAmbassador: false, companyLabel: '会社' };
  const setting = { type: 'C', official_label: '', ambassador: 'OFF', extra_text: '' } as const;

  test('a label that is empty leaves no sign behind', () => {
    expect(creditLine(setting, photo)).toBe('© みなと');
    expect(creditLine({ ...setting, type: 'A' }, photo)).toBe('');
    expect(creditLine({ ...setting, type: 'A', extra_text: '提供' }, photo)).toBe('提供');
  });

  test('a © within a name stays', () => {
    expect(creditLine({ ...setting, official_label: 'FAN © 2026' }, photo)).toBe('© FAN © 2026 / みなと');
  });
});

describe('ACC-12c passwords', () => {
  const good = (length: number) =>
    Array.from({ length }, (_, at) => String.fromCharCode(0x3041 + ((at * 37) % 80))).join('');

  test('as long as allowed, and one more; also after what one sign grows to', () => {
    expect(passwordProblem(good(PASSWORD.max))).toBeNull();
    expect(passwordProblem(good(PASSWORD.max + 1))).toBe('long');
    const grown = '\ufdfa'.normalize('NFKC').length;
    expect(passwordProblem(`${good(PASSWORD.max - grown)}\ufdfa`)).toBeNull();
    expect(passwordProblem(`${good(PASSWORD.max - grown + 1)}\ufdfa`)).toBe('long');
    expect(passwordProblem('ｋ７＃Ｑｗ９ｚＰ')).toBeNull();
  });

  test.each([
    ['a number and words behind it are no date', '2026-winning-streak', null],
    ['four different characters are enough', 'xq9!9!qx', null],
    ['three are not', 'xq9xx9qxq9', 'guessable'],
    ['two of the same long piece', 'vexaqumivexaqumi', 'guessable'],
    ['three of a short piece', 'kq7kq7kq7!', 'guessable'],
    ['two of a short piece are not', 'kq7kq7xwuz', null],
    ['a piece again and again behind something else', 'wuz-pabpabpab-nix', null],
    ['signs around a known word', '!!!sakura###', 'guessable'],
    ['two words of three letters', 'umifan2026', 'guessable'],
    ['a known word and an unknown one', 'sakuravexq', null],
    ['an unknown word and a known one', 'vexqsakura', null],
    ['a piece again and again at the end alone', 'wuz-nix-pabpabpab', null],
    ['three times four', 'kqz7kqz7kqz7', 'guessable'],
    ['no letter at all', '#9;&2!?=', null],
    ['more signs than allowed that become fewer', 'か\u3099'.repeat(PASSWORD.max / 2 + 1), 'long'],
  ])('%s: %s', (_, password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  test('what the account is called is no password, its parts neither; two letters are no word of it', () => {
    const own = ['kusunoki.rei2@mail-example.jp', '楠木 麗'];
    for (const password of ['Kusunoki2026', 'rei-kusunoki', 'KUSUNOKIREI!!', '2026example', 'kusunokirei2'])
      expect([password, passwordProblem(password, own)]).toEqual([password, 'guessable']);
    expect(passwordProblem('jpvexaqumi', own)).toBeNull();
    expect(passwordProblem('vexaqumirofu', ['vexa.qumi.rofu@mail.example'])).toBe('guessable');
    expect(passwordProblem('1947-ve-2058', ['ve@xaqumi.example'])).toBeNull();
    expect(passwordProblem('1947-vex-2058', ['vex@xaqumi.example'])).toBe('guessable');
    expect(passwordProblem('kusunoki2026')).toBeNull();
    // Behind the end of the longest address nothing is looked at.
    expect(passwordProblem('vexaqumi77', [`${'x'.repeat(CONTACT_MAX.email)} vexaqumi`])).toBeNull();
  });
});

describe('devices', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';

  test('PST-09a TEN-11d one point of touch is a trackpad, two are a screen', () => {
    for (const [points, isTablet] of [
      [1, false],
      [2, true],
    ] as const) {
      expect(isMobileDevice({ userAgent: mac, maxTouchPoints: points })).toBe(isTablet);
      expect(installWay({ userAgent: mac, touchPoints: points })).toBe(isTablet ? 'share' : null);
    }
  });
});

test('ACC-12a a failure has its code; what is none of ours is unexpected', () => {
  expect(errorCodeOf(new AppError('NETWORK', 'later'))).toBe('NETWORK');
  expect(errorCodeOf(new Error('NETWORK'))).toBe('UNEXPECTED');
  expect(errorCodeOf('NETWORK')).toBe('UNEXPECTED');
});
