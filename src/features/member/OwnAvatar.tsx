import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.tsx';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ownAttributesQuery } from './ownQueries.ts';

/** The signed-in fan's avatar, decoration beside a label. */
export function OwnAvatar({ size = 24 }: { readonly size?: 24 | 32 | 40 }) {
  const { data } = useQuery(ownAttributesQuery(useServices()));
  return <Avatar src={usePictureUrls().of(data?.extended4 ?? null)} name="" size={size} />;
}
