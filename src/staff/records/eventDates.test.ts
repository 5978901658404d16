import { expect, test } from 'vitest';
import { movedInputs, newDateValues, withDay } from './eventDates.ts';
import { recordTextsOf } from './recordFields.ts';

const texts = recordTextsOf('events', {
  event_date: '2026-02-28',
  crawl_period_start: '2026-02-27 09:00:00',
  crawl_period_end: '2026-03-02 23:59:59',
  photo_location: ['ゴール裏', 'メイン'],
});

test('STF-08f another day moves the period by as many days; a day that cannot be read moves nothing', () => {
  expect(withDay(texts, '2026-03-07')).toMatchObject({
    event_date: '2026-03-07',
    crawl_period_start: '2026-03-06T09:00:00',
    crawl_period_end: '2026-03-09T23:59:59',
  });
  const { crawl_period_start, crawl_period_end } = texts;
  expect(withDay(texts, '')).toMatchObject({ event_date: '', crawl_period_start, crawl_period_end });
});

test('STF-08f the form sends every field of the new date, also an empty one', () => {
  expect(newDateValues(withDay(texts, '2026-03-07'))).toEqual({
    event_date: '2026-03-07',
    crawl_period_start: '2026-03-06 09:00:00',
    crawl_period_end: '2026-03-09 23:59:59',
    photo_location: ['ゴール裏', 'メイン'],
    public_message: '',
  });
  expect(movedInputs).toHaveLength(5);
});
