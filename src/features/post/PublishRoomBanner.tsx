import { useQuery } from '@tanstack/react-query';
import { PUBLISHED_PER_DAY } from '../../contract/abuseLimits.ts';
import { ORIGINAL_MEAN_BYTES } from '../../contract/limits.ts';
import { publishRoom as texts } from '../../messages/jaPublishRoom.ts';
import { callerOf, endpointQuery } from '../../queries/endpointQuery.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Tells a fan, before the bound is reached, how much may still be published today (SAF-45b). Without signal nothing is told. */
export function PublishRoomBanner({ className = '' }: { readonly className?: string | undefined }) {
  const services = useServices();
  const caller = callerOf(services);
  const { data } = useQuery({
    ...endpointQuery(services, 'getPublishRoom', {}, caller),
    enabled: caller !== null,
    staleTime: 0,
  });
  if (!data || data.left >= PUBLISHED_PER_DAY.soonBytes) return null;
  const photos = Math.floor(data.left / ORIGINAL_MEAN_BYTES);
  return (
    <div className={className}>
      <Banner tone="warn">{photos > 0 ? texts.soon(photos) : texts.none(minuteOf(data.until))}</Banner>
    </div>
  );
}

/** '2026-11-28 18:05:00' as '11/28 18:05'. */
const minuteOf = (until: string | null): string | null => until?.slice(5, 16).replace('-', '/') ?? null;
