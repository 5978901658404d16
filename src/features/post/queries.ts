import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Tenant } from '../../../tenants/schema.ts';
import type { SharedList } from '../../contract/endpoints.ts';
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
import { isInProgress } from '../../rules/eventPeriod.ts';
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

/** The lists that tell who the fan is to the tenant: without one of them limited events may be missing (ERR-03). */
export const STANDING_LISTS = ['getAmbassadors', 'getReservedNames', 'getOfficialUser', 'getPersons'] as const;

/** All the lists a choice of events is made of. */
export const CHOICE_LISTS: readonly SharedList[] = [
  ...STANDING_LISTS,
  'getEvents',
  'getMemorialEvents',
  'getPhotocons',
];

export interface PostableEvents {
  /** 'failed': there is nothing to post to, and a list that is missing may have something. */
  readonly status: 'loading' | 'failed' | 'ready';
  readonly events: readonly FanEvent[];
  /** Lists that could not be loaded. */
  readonly failed: readonly SharedList[];
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

interface AskedList {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly fetchStatus: string;
}
/** Nothing of it is there, and it is being fetched. */
export const isComing = ({ isPending, fetchStatus }: AskedList) => isPending && fetchStatus === 'fetching';
const isMissing = (query: AskedList) => query.data === undefined && !isComing(query);

/** Who the fan is to the tenant, and the lists that tell it. Without a login: nobody. */
function usePoster() {
  const source = useServices();
  const session = useSession();
  const ambassadors = useQuery(ambassadorsQuery(source));
  const reserved = useQuery(reservedNamesQuery(source));
  const official = useQuery(officialUserQuery(source));
  const persons = useQuery(personsQuery(source));
  const user = session.status === 'anonymous' ? null : session.user;
  const poster = useMemo(
    () =>
      posterOf(user ?? { id: '', name: '' }, {
        ambassadors: ambassadors.data?.list ?? [],
        officialUserIds: official.data?.list.map(({ user_id }) => user_id) ?? [],
        owners: reserved.data?.owners ?? [],
        personNames: persons.data?.list.map(({ name }) => name) ?? [],
      }),
    [user, ambassadors.data, official.data, reserved.data, persons.data],
  );
  const lists = {
    getAmbassadors: ambassadors,
    getReservedNames: reserved,
    getOfficialUser: official,
    getPersons: persons,
  };
  return { poster, lists: lists satisfies Record<(typeof STANDING_LISTS)[number], unknown> };
}

/** Events in progress that the fan may post to (PST-03). Without a login: those open to everybody. */
export function usePostableEvents(): PostableEvents {
  const source = useServices();
  const now = useNow();
  const lists = {
    getEvents: useQuery(officialEventsQuery(source)),
    getMemorialEvents: useQuery(memorialEventsQuery(source)),
    getPhotocons: useQuery(photoconsQuery(source)),
  };
  const { poster, lists: standing } = usePoster();
  const [officialEvents, memorial, photocons] = Object.values(lists).map((query) => query.data?.list);
  const { events, hasClosed } = useMemo(() => {
    const all = new Map(
      [officialEvents, memorial, photocons].flatMap((list) => (list ?? []).map((one) => [one.event_id, one])),
    );
    const open = postableEvents([...all.values()], poster, now);
    const running = [...all.values()].filter((one) => isInProgress(one, now));
    return { events: open, hasClosed: running.length > open.length };
  }, [poster, officialEvents, memorial, photocons, now]);

  // A list that failed may have something; who the fan is matters where an event is closed to others.
  const needed = [...Object.values(lists), ...(hasClosed && poster.userId !== '' ? Object.values(standing) : [])];
  const all = { ...lists, ...standing };
  const asked = Object.entries(all) as [keyof typeof all, (typeof all)[keyof typeof all]][];
  const hasAll = needed.every(({ data }) => data !== undefined);
  const isSettled = !asked.some(([, query]) => isComing(query));
  return {
    status: events.length > 0 || hasAll ? 'ready' : needed.some(isComing) ? 'loading' : 'failed',
    events,
    failed: asked.flatMap(([name, query]) => (isMissing(query) ? [name] : [])).sort(),
    isSettled,
    isWhole: isSettled && Object.values(lists).every(({ data }) => data !== undefined),
    asOf: (eventId) =>
      Object.values(lists).findLast(({ data }) => data?.list.some(({ event_id }) => event_id === eventId))
        ?.dataUpdatedAt ?? 0,
    poster,
    retry: () => {
      for (const query of Object.values(lists)) void query.refetch();
      for (const query of Object.values(standing)) if (isMissing(query)) void query.refetch();
    },
  };
}
