import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MediaUrl } from '../src/contract/entities.ts';
import { MESSAGE_MAX } from '../src/contract/limits.ts';
import { formatWireDateTime } from '../src/rules/dates.ts';
import { tenants } from '../tenants/index.ts';
import { nonEmpty } from '../tests/nonEmpty.ts';
import { byScene } from './content/captions.ts';
import { demoLogins } from './content/people.ts';
import { hasDemo, tenantContent } from './content.ts';
import { type DemoPicture, readDrawnPictures } from './drawnPictures.ts';

const pictures: DemoPicture[] = (await readDrawnPictures()).map(({ key, tenant, scene, width, height }) => ({
  key,
  tenant,
  scene,
  width,
  height,
  color: '#123456',
  size: 1000,
  variants: [240, 480],
  opened_bytes: 900,
  has_card: false,
  faces: [[0.4, 0.1, 0.1, 0.2]],
}));
/** A folder of a tenant may have no demo, and drawn pictures are its second half. */
const withDemo = tenants
  .map(({ id }) => id)
  .filter((id) => hasDemo(id) && pictures.some(({ tenant }) => tenant === id));
/** New year's first hour, the last day of June in Tokyo, an ordinary afternoon. */
const MOMENTS = ['2026-12-31T15:20:00Z', '2026-06-30T14:59:00Z', '2026-11-21T06:00:00Z'];

describe.each(MOMENTS)('demo content at %s', (moment) => {
  const now = new Date(moment);
  const text = formatWireDateTime(now.getTime());
  test.each(withDemo)(
    'EVT-04a PST-03a demo: %s has events over, running and to come, a season, photos in their period',
    (tenant) => {
      const content = tenantContent({ tenant, pictures, tags: ['#ひとつ', '#ふたつ'], now });
      const events = new Map(content.events.map((event) => [event.event_id, event]));
      const running = content.events.filter((e) => e.crawl_period_start <= text && text <= e.crawl_period_end);
      expect(running.filter((e) => e.event_type === 'memorial')).toHaveLength(2);
      expect(running.filter((e) => e.event_type === 'official' && !e.ambassador_limited)).toHaveLength(2);
      expect(content.events.some((e) => e.crawl_period_start > text)).toBe(true);
      expect(content.events.some((e) => e.crawl_period_end < text)).toBe(true);
      expect(content.seasons.filter((s) => s.season_period_start <= text && text <= s.season_period_end)).toHaveLength(
        1,
      );
      expect(content.photos).toHaveLength(60);
      expect(new Set(content.photos.map(({ row }) => row.media_url)).size).toBe(60);
      for (const { row } of nonEmpty(content.photos)) {
        const at = formatWireDateTime(Number(row.created_at));
        const event = events.get(row.event_id);
        expect(v.is(MediaUrl, row.media_url)).toBe(true);
        expect(row.comment.length).toBeLessThanOrEqual(MESSAGE_MAX);
        expect(row.comment).not.toMatch(/[{}]/);
        expect(at <= text && at >= (event?.crawl_period_start ?? '~') && at <= (event?.crawl_period_end ?? '')).toBe(
          true,
        );
        const ofPhoto = <T extends { media_url: string }>(rows: readonly T[]) =>
          rows.filter((r) => r.media_url === row.media_url);
        expect([row.reaction_count, row.comment_count]).toEqual([
          ofPhoto(content.reactions).length,
          ofPhoto(content.comments).length,
        ]);
      }
      const own = content.photos.filter(({ row }) => row.user_id === demoLogins.fan.sub);
      expect(own.length).toBeGreaterThan(0);
    },
  );
});

test('PST-09b demo: nobody has more photos than an event allows', () => {
  for (const tenant of nonEmpty(withDemo)) {
    const { events, photos } = tenantContent({ tenant, pictures, tags: [], now: new Date(MOMENTS[2] ?? '') });
    for (const { event_id, post_limit } of nonEmpty(events.filter((event) => event.post_limit))) {
      const posters = photos.filter(({ row }) => row.event_id === event_id).map(({ row }) => row.user_id);
      for (const poster of nonEmpty(new Set(posters)))
        expect(posters.filter((p) => p === poster).length).toBeLessThanOrEqual(post_limit ?? 0);
    }
  }
});

test('PST-03b demo: only ambassadors and the club post to the event for ambassadors', () => {
  for (const tenant of nonEmpty(withDemo)) {
    const { ambassadors, photos } = tenantContent({ tenant, pictures, tags: [], now: new Date(MOMENTS[2] ?? '') });
    const allowed = [demoLogins.official.sub, ...ambassadors.map(({ user_id }) => user_id)];
    const posted = photos.filter(({ row }) => row.event_id === `${tenant}-limited`);
    expect(posted.length).toBeGreaterThan(0);
    for (const { row } of nonEmpty(posted)) expect(allowed).toContain(row.user_id);
  }
});

test('every scene that was drawn has words under it', async () => {
  const scenes = new Set((await readDrawnPictures()).map(({ scene }) => scene).filter((scene) => scene !== 'avatar'));
  expect([...scenes].filter((scene) => !byScene[scene]?.length)).toEqual([]);
});
