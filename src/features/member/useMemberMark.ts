import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../session/services.tsx';
import { ambassadorsQuery, officialUserQuery } from './memberQueries.ts';

export type MemberMark = 'official' | 'ambassador';

/** Whether somebody speaks for the tenant (§6); null: a fan, or not known yet. */
export function useMemberMark(userId: string): MemberMark | null {
  const services = useServices();
  const official = useQuery(officialUserQuery(services)).data?.list[0]?.user_id;
  const ambassadors = useQuery(ambassadorsQuery(services)).data?.list;
  if (official === userId) return 'official';
  return ambassadors?.some(({ ambassador_user_id }) => ambassador_user_id === userId) ? 'ambassador' : null;
}
