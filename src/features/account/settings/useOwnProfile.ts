import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.tsx';
import type { SessionUser } from '../../../session/rememberedUser.ts';

/** The fan's own data as the identity provider has them; kept no longer than they are looked at. */
export function useOwnProfile(user: SessionUser) {
  const { session, tenant } = useServices();
  return useQuery({
    queryKey: [tenant?.id ?? null, 'ownProfile', { userId: user.id }],
    queryFn: () => session.fetchProfile(),
    gcTime: 0,
  });
}
