import type { QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { endpointKey } from '../../queries/endpointQuery.ts';

/** One answer the server put into the page, so that the first screen needs no request (`#first-data`). */
interface FirstAnswer {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isFirstAnswer = (value: unknown): value is FirstAnswer =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  isRecord(value.params) &&
  isRecord(value.query) &&
  isRecord(value.answer);

/**
 * Puts the page's first answers into the query cache and gives the keys it filled. They come in the same document as this
 * script and were made by the same handlers as the calls' own answers, so the schemas, and their weight, are not needed here;
 * what is plainly something else is left out and fetched as usual.
 */
export function hydrateQueryCache(queryClient: QueryClient, tenantId: string | null, text: string | null) {
  return parse(text).map(({ name, params, query, answer }) => {
    const key = endpointKey(tenantId, name, { params, query });
    // Lists of photos are read page by page (photoListQuery).
    queryClient.setQueryData(key, name === 'getPublicList' ? { pages: [answer], pageParams: [null] } : answer);
    return key;
  });
}

function parse(text: string | null): FirstAnswer[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isFirstAnswer) : [];
  } catch {
    return [];
  }
}
