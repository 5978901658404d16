import { expect, test } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { eventWord, takingText } from './eventTexts.ts';

const at = (text: string) => parseWireDate(text) ?? Number.NaN;
const match = { crawl_period_start: '2026-11-21 00:00:00', crawl_period_end: '2026-11-28 23:59:59' };

test.each([
  ['2026-11-20 23:59:59', '開催前 11/21(土)から'],
  ['2026-11-21 00:00:00', '投稿受付中 あと7日・\u206011/28(土)まで'],
  ['2026-11-23 12:00:00', '投稿受付中 あと5日・\u206011/28(土)まで'],
  ['2026-11-27 23:59:59', '投稿受付中 あと1日・\u206011/28(土)まで'],
  ['2026-11-28 00:00:00', '投稿受付中 今日 11/28(土)まで'],
  ['2026-11-28 23:59:59', '投稿受付中 今日 11/28(土)まで'],
  ['2026-11-29 00:00:00', '受付終了 11/28(土)まで'],
  ['2027-01-01 00:00:00', '受付終了 2026/11/28(土)まで'],
])('FAN-08d at %s in Tokyo: %s', (now, text) => {
  expect(takingText(match, at(now))).toBe(text);
});

test('FAN-08d a period of hours says the time; one that cannot be read is over', () => {
  const hours = { crawl_period_start: '2026-11-28 09:30:00', crawl_period_end: '2026-11-28 18:00:00' };
  expect(takingText(hours, at('2026-11-28 09:29:59'))).toBe('開催前 11/28(土) 9:30から');
  expect(takingText(hours, at('2026-11-28 09:30:00'))).toBe('投稿受付中 今日 11/28(土) 18:00まで');
  // Ten hours, but another day.
  const night = { crawl_period_start: '2026-11-28 09:30:00', crawl_period_end: '2026-11-29 06:00:00' };
  expect(takingText(night, at('2026-11-28 20:00:00'))).toBe('投稿受付中 あと1日・\u206011/29(日) 6:00まで');
  expect(takingText({ crawl_period_start: '', crawl_period_end: 'soon' }, at('2026-11-28'))).toBe('受付終了');
});

test('FAN-08b the club’s match has the tenant’s word; what fans make, and what is not known yet, is a 企画', () => {
  for (const { config } of tenants) {
    expect(eventWord({ event_type: 'official' }, config)).toBe(config.eventTitle);
    for (const event_type of ['memorial', 'ambassador', 'photocon', 'others'] as const)
      expect(eventWord({ event_type }, config)).toBe('企画');
    expect(eventWord(undefined, config)).toBe('企画');
  }
});
