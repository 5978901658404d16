import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../features/event/useNow.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { HomeStrip } from './HomeStrip.tsx';
import { memoriesQuery, memoryHead } from './ownMemories.ts';

/** The fan's photos of this day of earlier years, or of the last match (FAN-23a). Without any, and while they load, there is nothing. */
export function OwnMemories() {
  const { config } = useTenant();
  const now = useNow();
  const { data } = useQuery(memoriesQuery(useServices()));
  const head = data && memoryHead(data, now, config.eventTitle);
  if (!data || !head) return null;
  return <HomeStrip id="memories" title={head.title} note={head.note} photos={data.list} />;
}
