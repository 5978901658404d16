import { expect, test } from 'vitest';
import { copyEvent, lastMatch } from './copyEvent.ts';
import { changedValues, recordTextsOf } from './recordFields.ts';

/** 2026-06-10 12:00 in Tokyo, a Wednesday. */
const NOW = Date.parse('2026-06-10T03:00:00Z');
const match = {
  event_id: 'm1',
  event_name: '第1節',
  event_type: 'official',
  event_date: '2026-05-16',
  crawl_period_start: '2026-05-15 09:00:00',
  crawl_period_end: '2026-05-18 23:59:59',
  user_id: null,
  photo_location: ['ゴール裏'],
  post_limit: 20,
  usepermit_flag: true,
};
const stored = (key: string, values: object) => ({ key, revision: 'r', values: { ...match, ...values } });

test('STF-12e a copy has all fields but the id, on the same weekday of the coming week', () => {
  expect(copyEvent(match, NOW)).toEqual({
    event_name: '第1節',
    event_type: 'official',
    event_date: '2026-06-13',
    crawl_period_start: '2026-06-12 09:00:00',
    crawl_period_end: '2026-06-15 23:59:59',
    photo_location: ['ゴール裏'],
    post_limit: 20,
    usepermit_flag: true,
  });
  expect(copyEvent({ ...match, event_date: '2026-06-20' }, NOW).event_date).toBe('2026-06-27');
  expect(copyEvent({ ...match, event_date: '2026-06-10' }, NOW).event_date).toBe('2026-06-17');
});

test('STF-12e the last match is the latest official one that has been, else the next one', () => {
  const events = [
    stored('contest', { event_type: 'photocon', event_date: '2026-06-09' }),
    stored('old', { event_date: '2026-05-01' }),
    stored('last', { event_date: '2026-06-06' }),
    stored('next', { event_date: '2026-06-20' }),
  ];
  expect(lastMatch(events, NOW)?.key).toBe('last');
  expect(lastMatch(events.slice(3), NOW)?.key).toBe('next');
  expect(lastMatch(events.slice(0, 1), NOW)).toBeNull();
});

test('STF-12a a form sends the fields that changed alone, in the shape of the record', () => {
  const base = recordTextsOf('events', match);
  expect(changedValues('events', base, base)).toEqual({ event_id: 'm1' });
  const texts = {
    ...base,
    crawl_period_end: '2026-05-19T10:00',
    post_limit: '３０',
    photo_location: ' メイン \n\nバック',
    usepermit_flag: 'false',
    category: '',
    public_message: '',
  };
  expect(changedValues('events', texts, { ...base, category: 'x', public_message: 'x' })).toEqual({
    event_id: 'm1',
    crawl_period_end: '2026-05-19 10:00:00',
    post_limit: 30,
    photo_location: ['メイン', 'バック'],
    usepermit_flag: false,
    category: '',
    public_message: '',
  });
  expect(changedValues('persons', { ...recordTextsOf('persons', {}), name: '高峰 蓮' }, null)).toEqual({
    name: '高峰 蓮',
    season_ids: [],
  });
});
