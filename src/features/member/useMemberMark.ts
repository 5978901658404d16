import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../session/services.tsx';
import { ambassadorsQuery, eventQuery, officialUserQuery } from './memberQueries.ts';

export type MemberMark = 'official' | 'ambassador' | 'premium';

/** Whether somebody speaks for the tenant, or is a premium user of the event (§6); null: a fan, or not known yet. */
export function useMemberMark(userId: string, eventId: string | null = null): MemberMark | null {
  const services = useServices();
  const official = useQuery(officialUserQuery(services)).data?.list[0]?.user_id;
  const ambassadors = useQuery(ambassadorsQuery(services)).data?.list;
  const premium = useQuery({ ...eventQuery(services, eventId ?? ''), enabled: eventId !== null }).data
    ?.premium_user_ids;
  if (official === userId) return 'official';
  if (ambassadors?.some(({ ambassador_user_id }) => ambassador_user_id === userId)) return 'ambassador';
  return premium?.includes(userId) ? 'premium' : null;
}
