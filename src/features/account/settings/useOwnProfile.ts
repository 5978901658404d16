import { useQuery } from '@tanstack/react-query';
import type { SessionUser } from '../../../session/rememberedUser.ts';
import { useServices } from '../../../session/services.tsx';

/** The fan's own data as the identity provider has them; kept no longer than they are looked at. */
export function useOwnProfile(user: SessionUser) {
  const { session, tenant } = useServices();
  return useQuery({
    queryKey: [tenant?.id ?? null, 'ownProfile', { userId: user.id }],
    queryFn: () => session.fetchProfile(),
    gcTime: 0,
  });
}
