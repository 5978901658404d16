import { createHash } from 'node:crypto';
import { CLUB } from '../../support/tenants.ts';
import type { Rows, World } from './rowTypes.ts';

let made = 0;

/** A wall of its own with one key. */
async function newWall({ db }: World) {
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
  return { event_id, key };
}

export const wallRows: Rows<'askWall' | 'getWall' | 'getHighlights'> = {
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
    input: async (world) => ({ body: { ...(await newWall(world)), known: '' } }),
    answers: () => ({ wall: { event_name: 'Wall', photos: [] } }),
    invalid: [
      { body: {} },
      { body: { event_id: 'e', key: 'short', known: '' } },
      { body: { event_id: 'e', key: 'x'.repeat(44), known: '' } },
      { body: { event_id: 'e', key: `${'x'.repeat(42)}\n`, known: '' } },
      { body: { event_id: 'e', key: 'x'.repeat(43), known: 'x'.repeat(65) } },
      { body: { event_id: 'e', key: 'x'.repeat(43), known: '', held: ['../x'] } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: { wall: { event_name: 'Wall' } },
  },
  getWall: {
    async input(world) {
      const { event_id: eventId, key } = await newWall(world);
      const { feed } = await world.ok('askWall', { body: { event_id: eventId, key, known: '' } });
      return { params: { eventId, pass: feed?.pass ?? '' } };
    },
    answers: () => ({ wall: { event_name: 'Wall', photos: [] } }),
    invalid: [
      { params: { eventId: 'e', pass: 'x'.repeat(21) } },
      { params: { eventId: 'e', pass: 'x'.repeat(43) } },
      { params: { eventId: 'a.b', pass: 'x'.repeat(22) } },
      { params: { eventId: 'e', pass: 'x'.repeat(22) }, query: { known: 'x'.repeat(65) } },
      { params: { eventId: 'e', pass: 'x'.repeat(22) }, query: { known: 'a b' } },
    ],
    otherTenant: 'NOT_FOUND',
    otherUser: { wall: { event_name: 'Wall' } },
  },
};
