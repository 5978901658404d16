import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '../api/client.ts';
import type { AnswerOf, EndpointName, UserEndpoint } from '../contract/endpoints.ts';
import type { Services } from '../services/services.tsx';
import { userIdOf } from '../session/sessionState.ts';

/** What tells one GET from another: its path parameters and query. */
export interface QueryInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** Last part of a key: who asks, null for a visitor. Calls that read in the caller's name do not compile without it, others have none. */
type Caller<N extends EndpointName> = [N] extends [Exclude<EndpointName, UserEndpoint>] ? [] : [userId: string | null];

/** Tenant, call, path parameters, query; of a call that reads in the caller's name also the caller's id. */
export type EndpointKey = readonly [
  string | null,
  EndpointName,
  Readonly<Record<string, string>>,
  Readonly<Record<string, string>>,
  ...(string | null)[],
];

/**
 * Key of a call's answer in the query cache. The tenant stands first, the caller last: answers never cross tenants, nor fans (T26).
 * Whoever does not know the caller finds the answers by the parts before it.
 */
export const endpointKey = <N extends EndpointName>(
  tenantId: string | null,
  name: N,
  input: QueryInput = {},
  ...caller: Caller<N>
): EndpointKey => [tenantId, name, input.params ?? {}, definedOf(input.query ?? {}), ...caller];

function definedOf(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export type QuerySource = Pick<Services, 'api' | 'tenant'>;
/** What a query in the caller's name is made of. */
export type UserQuerySource = QuerySource & Pick<Services, 'session'>;

/** In whose name calls are made at this moment. Whoever has `useServices` is drawn again when it changes. */
export const callerOf = ({ session }: Pick<Services, 'session'>): string | null => userIdOf(session.getState());

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

/**
 * Query options of one GET: key, fetch, abort when nobody looks any more. Every feature's `queries.ts` builds on it. `caller`: the
 * fan's id (`callerOf`) for a call that reads in the caller's name.
 */
export function endpointQuery<N extends EndpointName>(
  source: QuerySource,
  name: N,
  input: Omit<CallInput<N>, 'signal' | 'body'> & QueryInput = {} as Omit<CallInput<N>, 'signal' | 'body'> & QueryInput,
  ...caller: Caller<N>
) {
  return queryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, name, input, ...caller),
    queryFn: ({ signal }) => callEndpoint(source, name, { ...input, signal }),
  });
}
