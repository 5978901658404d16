import { createHash } from 'node:crypto';
import { CLUB } from '../../support/tenants.ts';
import type { Rows } from './rowTypes.ts';

let made = 0;

export const wallRows: Rows<'askWall' | 'getHighlights'> = {
  getHighlights: {
    async input({ db, addEvent }) {
      const eventId = `highlights-${++made}`;
      // Lists of matches know only one.
      await addEvent(eventId, { event_type: 'memorial' });
      const page = { tenant: CLUB, event_id: eventId, title: '夜', body: '', sections: [], revision: 1 };
      await db
        .insertInto('highlights_page')
        .values({ ...page, published_at: new Date() })
        .execute();
      return { params: { eventId } };
    },
    answers: () => ({ title: '夜', numbers: null, players: [] }),
    invalid: [{ params: { eventId: 'a.b' } }, { params: { eventId: 'x'.repeat(65) } }],
    otherTenant: 'NOT_FOUND',
    otherUser: { title: '夜' },
  },
  askWall: {
    async input({ db }) {
      const key = `wall-${++made}`.padEnd(43, '_');
      const hash = createHash('sha256').update(key).digest('hex');
      const event_id = `wall-${made}`;
      const times = { event_date: '2026-06-10', crawl_period_start: '2026-06-10 00:00:00' };
      const event = { tenant: CLUB, event_id, event_name: 'Wall', event_type: 'official', ...times } as const;
      await db
        .insertInto('event')
        .values({ ...event, crawl_period_end: '2026-06-11 00:00:00' })
        .execute();
      const row = { key_id: String(made), tenant: CLUB, event_id, name: 'x', hash, created_at: new Date() };
      await db.insertInto('wall_key').values(row).execute();
      return { body: { event_id, key, known: '' } };
    },
    answers: () => ({ wall: { event_name: 'Wall', photos: [] } }),
    invalid: [
      { body: {} },
      { body: { event_id: 'e', key: 'short', known: '' } },
      { body: { event_id: 'e', key: 'x'.repeat(44), known: '' } },
      { body: { event_id: 'e', key: `${'x'.repeat(42)}\n`, known: '' } },
      { body: { event_id: 'e', key: 'x'.repeat(43), known: 'x'.repeat(65) } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: { wall: { event_name: 'Wall' } },
  },
};
