import { readEvents } from '../store/eventReads.ts';
import { ApiFailure, type Handlers } from './handlers.ts';

export const eventHandlers = {
  async getEvent({ db, tenant }, { params }) {
    const [event] = await readEvents(db, tenant, { ids: [params.eventId] });
    if (!event) throw new ApiFailure('EVENT_NOT_FOUND');
    return event;
  },
  async getMemorialEvents({ db, tenant }) {
    return { list: await readEvents(db, tenant, { types: ['memorial', 'ambassador'] }) };
  },
  async getEvents({ db, tenant }) {
    return { list: await readEvents(db, tenant, { types: ['official', 'others'] }) };
  },
  async getPhotocons({ db, tenant }) {
    return { list: await readEvents(db, tenant, { types: ['photocon'] }) };
  },
} satisfies Partial<Handlers>;
