import { useQuery } from '@tanstack/react-query';
import { eventQuery } from '../../queries/eventQueries.ts';
import { badgeOf, type MemberBadgeKind } from '../../queries/memberBadges.ts';
import { ambassadorsQuery, officialUserQuery } from '../../queries/peopleQueries.ts';
import { useServices } from '../../services/services.tsx';

/** Whether somebody speaks for the tenant, or is a premium user of the event (§6); null: a fan, or not known yet. */
export function useMemberBadge(userId: string, eventId: string | null = null): MemberBadgeKind | null {
  const services = useServices();
  const official = useQuery(officialUserQuery(services)).data?.list[0]?.user_id;
  const ambassadors = useQuery(ambassadorsQuery(services)).data?.list;
  const premium = useQuery({ ...eventQuery(services, eventId ?? ''), enabled: eventId !== null }).data
    ?.premium_user_ids;
  return badgeOf(
    {
      official,
      ambassadors: new Set(ambassadors?.map(({ ambassador_user_id }) => ambassador_user_id)),
      premium: new Map(eventId === null ? [] : [[eventId, new Set(premium)]]),
    },
    userId,
    eventId,
  );
}
