import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { setBadgeIndex } from '../../queries/memberBadges.ts';
import { ambassadorsQuery, officialUserQuery } from '../../queries/peopleQueries.ts';
import { useServices } from '../../services/services.tsx';

const EVENT_CALLS: readonly unknown[] = ['getEvent', 'getEvents', 'getMemorialEvents', 'getPhotocons'];

/** Fills the store of marks for cards: two small answers, and the premium users of whatever events are loaded anyway. */
export function MemberBadges() {
  const services = useServices();
  const client = useQueryClient();
  const official = useQuery(officialUserQuery(services)).data?.list[0]?.user_id;
  const ambassadors = useQuery(ambassadorsQuery(services)).data?.list;
  const tenantId = services.tenant?.id;
  useEffect(() => {
    const fill = () => {
      const events = client
        .getQueriesData<FanEvent | { readonly list: readonly FanEvent[] }>({
          predicate: ({ queryKey: [tenant, name] }) => tenant === tenantId && EVENT_CALLS.includes(name),
        })
        .flatMap(([, data]) => (data === undefined ? [] : 'list' in data ? data.list : [data]));
      setBadgeIndex({
        official,
        ambassadors: new Set(ambassadors?.map(({ ambassador_user_id }) => ambassador_user_id)),
        premium: new Map(
          events
            .filter(({ premium_user_ids }) => premium_user_ids.length > 0)
            .map(({ event_id, premium_user_ids }) => [event_id, new Set(premium_user_ids)]),
        ),
      });
    };
    fill();
    return client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status === 'success' && EVENT_CALLS.includes(query.queryKey[1])) fill();
    });
  }, [client, tenantId, official, ambassadors]);
  return null;
}
