import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../api/client.ts';
import type { AnswerOf, EndpointName } from '../contract/endpoints.ts';
import type { Services } from '../services/services.tsx';

/** What tells one GET from another: its path parameters and query. */
export interface QueryInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** Key of a call's answer in the query cache. The tenant stands first: answers never cross tenants (T26). */
export const endpointKey = (tenantId: string | null, name: EndpointName, input: QueryInput = {}) =>
  [tenantId, name, input.params ?? {}, definedOf(input.query ?? {})] as const;

function definedOf(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export type QuerySource = Pick<Services, 'api' | 'tenant'>;

/** Calls an endpoint whose name is known only as a type parameter. */
export function callEndpoint<N extends EndpointName>(
  { api }: QuerySource,
  name: N,
  input: QueryInput & { readonly signal: AbortSignal },
): Promise<AnswerOf<N>> {
  // Whatever the name: what a call takes is of this shape, which a type parameter cannot show.
  const call: (input: never) => Promise<AnswerOf<N>> = api[name];
  return call(input as never);
}

/** Query options of one GET: key, fetch, abort when nobody looks any more. Every feature's `queries.ts` builds on it. */
export function endpointQuery<N extends EndpointName>(
  source: QuerySource,
  name: N,
  input: Omit<CallInput<N>, 'signal' | 'body'> & QueryInput = {} as Omit<CallInput<N>, 'signal' | 'body'> & QueryInput,
) {
  return queryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, name, input),
    queryFn: ({ signal }) => callEndpoint(source, name, { ...input, signal }),
  });
}
