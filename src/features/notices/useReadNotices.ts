import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../contract/endpoints.ts';
import type { Notice } from '../../contract/entities.ts';
import { useServices } from '../../services/services.tsx';
import { unreadCountQuery } from '../member/ownQueries.ts';

/**
 * Looking at the list reads it: the badge goes (HDR-03), and what was new stays marked as new while the fan looks.
 * Without signal nothing is told, and the next look tells it.
 */
export function useReadNotices(list: readonly Notice[] | undefined): ReadonlySet<string> {
  const services = useServices();
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const unread = list?.filter(({ isRead }) => !isRead).map(({ notice_id }) => notice_id) ?? [];
    if (unread.length === 0) return;
    setFresh((known) => new Set([...known, ...unread]));
    const abort = new AbortController();
    const unreadKey = unreadCountQuery(services).queryKey;
    services.api
      .putNoticeRead({ body: { notice_ids: unread }, signal: abort.signal })
      .then(async () => {
        await queryClient.cancelQueries({ queryKey: unreadKey });
        queryClient.setQueryData(unreadKey, (known: AnswerOf<'getUnreadCount'> | undefined) =>
          known === undefined ? known : { Count: Math.max(0, known.Count - unread.length) },
        );
        await queryClient.invalidateQueries({ queryKey: unreadKey });
      })
      .catch(() => undefined);
    return () => abort.abort();
  }, [list, queryClient, services]);
  return fresh;
}
