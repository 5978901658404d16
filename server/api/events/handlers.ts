import { readMovedInto } from '../../operations/eventMoves.ts';
import { ApiFailure, type Handlers } from '../handlers.ts';
import { readHighlights } from '../highlights/repository.ts';
import { readEventList, readEvents } from './repository.ts';

export const eventHandlers = {
  async getEvent({ db, tenant }, { params }) {
    const { eventId } = params;
    const found = await readEvents(db, tenant, { ids: [eventId] });
    const into = found.length === 0 ? await readMovedInto(db, { tenant, eventId }) : null;
    const [event] = into === null ? found : await readEvents(db, tenant, { ids: [into] });
    if (!event) throw new ApiFailure('EVENT_NOT_FOUND');
    const highlights = await readHighlights(db, { tenant, eventId: event.event_id });
    return highlights?.publishedAt ? { ...event, has_highlights: true as const } : event;
  },
  async getMemorialEvents({ db, tenant, now }) {
    return readEventList(db, tenant, { types: ['memorial', 'ambassador'], postersAt: now() });
  },
  async getEvents({ db, tenant, now }) {
    return readEventList(db, tenant, { types: ['official', 'others'], postersAt: now() });
  },
  async getPhotocons({ db, tenant, now }) {
    return readEventList(db, tenant, { types: ['photocon'], postersAt: now() });
  },
} satisfies Partial<Handlers>;
