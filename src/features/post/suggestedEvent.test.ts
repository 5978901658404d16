import { expect, test } from 'vitest';
import type { FanEvent } from '../../contract/entities.ts';
import type { Job } from '../../outbox/job.ts';
import { suggestedEvent } from './suggestedEvent.ts';

const now = Date.UTC(2026, 10, 21, 5);
const event = (event_id: string, given: Partial<FanEvent> = {}) =>
  ({
    event_id,
    event_type: 'official',
    event_date: '2026-11-20',
    crawl_period_start: '2026-11-19 00:00:00',
    crawl_period_end: '2026-11-30 23:59:59',
    ...given,
  }) as FanEvent;
const postTo = (id: string) => ({ event: { id, name: id, seasonId: null } }) as Job;
const suggest = (events: readonly FanEvent[], jobs: readonly Job[] = []) =>
  suggestedEvent({ events, jobs, now })?.event_id ?? null;

const today = event('today', { event_date: '2026-11-21' });
const running = event('running', { crawl_period_end: '2026-11-25 23:59:59' });
const project = event('project', { event_type: 'memorial' });
const contest = event('contest', { event_type: 'photocon', event_date: '2026-11-21' });

test('FAN-03a the only event there is; nothing where there are none, or fans’ own without a post to one', () => {
  expect(suggest([project])).toBe('project');
  expect(suggest([])).toBeNull();
  expect(suggest([project, contest])).toBeNull();
});

test('FAN-03a today’s match before the one last posted to, that one before a match that goes on', () => {
  const events = [project, event('later'), running, today];
  expect(suggest(events, [postTo('project')])).toBe('today');
  expect(suggest([project, event('later'), running], [postTo('running'), postTo('project')])).toBe('project');
  expect(suggest([project, event('later'), running])).toBe('running');
  expect(suggest([project, event('later'), running], [postTo('over')])).toBe('running');
});
