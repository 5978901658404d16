import { useQuery } from '@tanstack/react-query';
import { block as texts } from '../../messages/jaSocial.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { blocksQuery } from './queries.ts';
import { useFanChange } from './useFanChange.ts';

/** Blocking a fan (STF-05), and the way back. Asks first: it also ends the follows of both. */
export function useBlock(userId: string, name: string) {
  const { api } = useServices();
  const send = (block_user: string, isOn: boolean) =>
    isOn ? api.putBlock({ body: { block_user } }) : api.deleteBlock({ body: { block_user } });
  const { ask, undo, isPending } = useFanChange(userId, name, {
    send,
    texts,
    refused: texts.refused,
    isDangerous: true,
  });
  return { askBlock: ask, unblock: undo, isPending };
}

/** Whether the signed-in fan blocked somebody. Asked only where it is shown. */
export function useIsBlocked(userId: string): boolean {
  const services = useServices();
  const isSignedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...blocksQuery(services), enabled: isSignedIn });
  return isSignedIn && (data?.list.some(({ user_id }) => user_id === userId) ?? false);
}
