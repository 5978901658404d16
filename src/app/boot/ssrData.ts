import type { QueryClient } from '@tanstack/react-query';
import type { SsrEndpoint } from '../../contract/endpoints.ts';
import { endpointKey } from '../../queries/endpointQuery.ts';

/** One answer the server put into the page, so that the first screen needs no request (`#first-data`). */
interface FirstAnswer {
  readonly name: SsrEndpoint;
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
 * what is plainly something else is left out and fetched as usual. `userId`: the fan who is shown a
 * visitor's photos until they are read in the fan's name (`revalidateSsrData`).
 */
export function hydrateQueryCache(
  queryClient: QueryClient,
  tenantId: string | null,
  text: string | null,
  userId: string | null,
) {
  return parse(text).map(({ name, params, query, answer }) => {
    const input = { params, query };
    const isList = name === 'getPublicList';
    const isOfUser = isList || name === 'getPhoto';
    const key = isOfUser ? endpointKey(tenantId, name, input, userId) : endpointKey(tenantId, name, input);
    // Lists of photos are read page by page (photoListQuery).
    queryClient.setQueryData(key, isList ? { pages: [answer], pageParams: [null] } : answer);
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
