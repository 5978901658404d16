import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Tenant } from '../../../tenants/schema.ts';
import type { FanEvent } from '../../contract/entities.ts';
import {
  type EndpointKey,
  endpointQuery,
  type QuerySource,
  type UserQuerySource,
} from '../../queries/endpointQuery.ts';
import { memorialEventsQuery, officialEventsQuery, photoconsQuery } from '../../queries/eventQueries.ts';
import { ambassadorsQuery, officialUserQuery, personsQuery } from '../../queries/peopleQueries.ts';
import { type Poster, postableEvents, posterOf } from '../../rules/eventAccess.ts';
import { parseHashtags } from '../../rules/hashtags.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useNow } from '../event/useNow.ts';
import { photoCall, photoQuery } from '../photo/queries.ts';

const reservedNamesQuery = (source: QuerySource) => endpointQuery(source, 'getReservedNames');

/** The photo as it stands now, for the form that changes it: begun with a kept answer, the form would undo a change made since. */
export function freshPhotoQuery(source: UserQuerySource, mediaUrl: string) {
  const ofPage: EndpointKey = photoQuery(source, mediaUrl).queryKey;
  return queryOptions({
    // A key of its own: a fetch for the page, under way already, may be answered by the worker.
    queryKey: [...ofPage, 'fresh'],
    queryFn: ({ signal }) => source.api.getPhoto({ ...photoCall(mediaUrl), isFresh: true, signal }),
    staleTime: 0,
    // The next form asks again, and has nothing else to begin with.
    gcTime: 0,
  });
}

/** Sample hashtags of the tenant, one a line (TEN-09). A static file, not a call of §7. */
export const sampleTagsQuery = (tenant: Tenant) =>
  queryOptions({
    queryKey: [tenant.id, 'tag.txt'],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${tenant.index}tag.txt`, { signal });
      const isText = response.headers.get('content-type')?.startsWith('text/plain');
      return response.ok && isText ? parseHashtags(await response.text()) : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface PostableEvents {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly events: readonly FanEvent[];
  /** None of the lists is on its way any more, nor who the fan is to the tenant: each has come, has failed or waits for signal. */
  readonly isSettled: boolean;
  /** Settled, and every list of events has come. */
  readonly isWhole: boolean;
  /** Epoch ms of the answer an event is from. */
  readonly asOf: (eventId: string) => number;
  /** Who the fan is to the tenant. */
  readonly poster: Poster;
  readonly retry: () => void;
}

const isComing = ({ isPending, fetchStatus }: { readonly isPending: boolean; readonly fetchStatus: string }) =>
  isPending && fetchStatus === 'fetching';

/** Events in progress that the fan may post to (PST-03). Without a login: those open to everybody. */
export function usePostableEvents(): PostableEvents {
  const source = useServices();
  const session = useSession();
  const now = useNow();
  const lists = [
    useQuery(officialEventsQuery(source)),
    useQuery(memorialEventsQuery(source)),
    useQuery(photoconsQuery(source)),
  ];
  const ambassadorList = useQuery(ambassadorsQuery(source));
  const officialList = useQuery(officialUserQuery(source));
  const reservedList = useQuery(reservedNamesQuery(source));
  const personList = useQuery(personsQuery(source));
  const [ambassadors, official] = [ambassadorList.data, officialList.data];
  const [reserved, persons] = [reservedList.data, personList.data];
  const user = session.status === 'anonymous' ? null : session.user;
  const [officialEvents, memorial, photocons] = lists.map((query) => query.data?.list);

  const poster = useMemo(
    () =>
      posterOf(user ?? { id: '', name: '' }, {
        ambassadors: ambassadors?.list ?? [],
        officialUserIds: official?.list.map(({ user_id }) => user_id) ?? [],
        reservedNames: reserved?.list ?? [],
        personNames: persons?.list.map(({ name }) => name) ?? [],
      }),
    [user, ambassadors, official, reserved, persons],
  );
  const events = useMemo(() => {
    const all = new Map(
      [officialEvents, memorial, photocons].flatMap((list) => (list ?? []).map((one) => [one.event_id, one])),
    );
    return postableEvents([...all.values()], poster, now);
  }, [poster, officialEvents, memorial, photocons, now]);

  const isWaiting = lists.some(isComing);
  const isSettled = !isWaiting && ![ambassadorList, officialList, reservedList, personList].some(isComing);
  // Of a list that failed nobody knows that it has nothing.
  const hasAll = lists.every((query) => query.data !== undefined);
  const isWhole = isSettled && hasAll;
  const status = events.length > 0 || hasAll ? 'ready' : isWaiting ? 'loading' : 'failed';
  const retry = () => {
    for (const query of lists) void query.refetch();
  };
  const asOf = (eventId: string) =>
    lists.findLast(({ data }) => data?.list.some(({ event_id }) => event_id === eventId))?.dataUpdatedAt ?? 0;
  return { status, events, isSettled, isWhole, asOf, poster, retry };
}
