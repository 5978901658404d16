import { ApiFailure, type Handlers } from '../handlers.ts';
import { readHighlights, readHighlightsNumbers, readHighlightsPlayers } from './repository.ts';

export const highlightsHandlers = {
  async getHighlights({ db, tenant }, { params: { eventId } }) {
    const place = { tenant, eventId };
    const page = await readHighlights(db, place);
    if (page?.publishedAt == null) throw new ApiFailure('NOT_FOUND');
    const { title, text, sections } = page;
    const numbers = sections.includes('numbers') ? await readHighlightsNumbers(db, place) : null;
    const players = sections.includes('players') ? await readHighlightsPlayers(db, place) : [];
    return { title, text, sections: [...sections], numbers, players };
  },
} satisfies Partial<Handlers>;
