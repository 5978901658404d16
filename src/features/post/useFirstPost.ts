import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { photoListQuery } from '../photo/queries.ts';

const KEY = 'posting_rules_told';

/** Whoever was told once on this device. A private window may deny storage: then the fan is told again. */
function loadTold(): readonly string[] {
  const told = readJson(deviceStorage, KEY);
  return Array.isArray(told) ? told.filter((one): one is string => typeof one === 'string') : [];
}

/**
 * Is this the fan's first post to the tenant, as far as can be known here? Without signal, and nothing known of the fan, it is taken for one:
 * telling the rules once too often does no harm.
 */
export function useFirstPost(): { readonly isFirst: boolean; readonly acknowledge: () => void } {
  const services = useServices();
  const session = useSession();
  const tenant = useTenant();
  const { jobs } = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const who = `${tenant.id} ${userId ?? ''}`;
  const [told, setTold] = useState(loadTold);
  const isTold = told.includes(who) || jobs.some((job) => job.userId === userId && job.tenant === tenant.id);
  const own = useInfiniteQuery({
    ...photoListQuery(services, { u: userId ?? undefined }),
    enabled: userId !== null && !isTold,
  });
  const isAsking = own.isPending && own.fetchStatus === 'fetching';
  const hasPosted = (own.data?.pages[0]?.media_list.length ?? 0) > 0;
  return {
    isFirst: !isTold && !isAsking && !hasPosted,
    acknowledge() {
      const next = [...new Set([...loadTold(), who])];
      setTold(next);
      writeJson(deviceStorage, KEY, next);
    },
  };
}
