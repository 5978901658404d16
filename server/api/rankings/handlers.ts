import type { QueryOf } from '../../../src/contract/endpoints.ts';
import { ApiFailure, type Handlers } from '../handlers.ts';
import { readFanRanking } from './repository.ts';

/** The one period that is asked for, as table `fan_rank` names it. Throws INVALID_REQUEST: none, or several. */
function scopeOf({ e, s, month }: QueryOf<'getFanRanking'>): string {
  const named = { event: e, season: s, month };
  const [first, ...others] = Object.entries(named).filter(([, value]) => value !== undefined);
  if (first === undefined || others.length > 0) throw new ApiFailure('INVALID_REQUEST');
  return first.join(':');
}

export const rankingHandlers = {
  async getFanRanking(context, { query }) {
    return readFanRanking(context.db, context, scopeOf(query));
  },
} satisfies Partial<Handlers>;
