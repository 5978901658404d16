import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { endpoints } from '../contract/endpoints.ts';
import { endpointKey } from '../session/endpointQuery.ts';

/** Answers the server put into the page, so that the first screen needs no request (`#first-data`). */
const FirstData = v.array(
  v.object({
    name: v.string(),
    params: v.record(v.string(), v.string()),
    query: v.record(v.string(), v.string()),
    answer: v.unknown(),
  }),
);

const isEndpoint = (name: string): name is keyof typeof endpoints => Object.hasOwn(endpoints, name);

/**
 * Puts the page's first answers into the query cache. What is not of the agreed shape is left out: it is fetched as usual.
 * Gives the keys it filled.
 */
export function seedFirstData(queryClient: QueryClient, tenantId: string | null, text: string | null) {
  const keys: ReturnType<typeof endpointKey>[] = [];
  for (const { name, params, query, answer } of parse(text)) {
    if (!isEndpoint(name)) continue;
    const parsed = v.safeParse(endpoints[name].answer as v.GenericSchema, answer);
    if (!parsed.success) continue;
    const key = endpointKey(tenantId, name, { params, query });
    // Lists of photos are read page by page (photoListQuery).
    const data = name === 'getPublicList' ? { pages: [parsed.output], pageParams: [null] } : parsed.output;
    queryClient.setQueryData(key, data);
    keys.push(key);
  }
  return keys;
}

function parse(text: string | null): v.InferOutput<typeof FirstData> {
  if (text === null) return [];
  try {
    const parsed = v.safeParse(FirstData, JSON.parse(text));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}
