import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { block as texts } from '../../messages/jaSocial.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useOnlineAction } from '../../services/useOnlineAction.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { blocksQuery } from './queries.ts';

/** What was asked for, and of whom: by the time of the answer somebody else may be shown. */
interface BlockChange {
  readonly userId: string;
  readonly name: string;
  readonly isBlocked: boolean;
}

/** Blocking a fan (STF-05), and the way back. Asks first: it also ends the follows of both. */
export function useBlock(userId: string, name: string) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { open } = useOverlays();
  const toast = useToast();
  const online = useOnlineAction();
  const change = useMutation({
    mutationFn: ({ userId, isBlocked }: BlockChange) => {
      const input = { body: { block_user: userId } };
      return isBlocked ? api.putBlock(input) : api.deleteBlock(input);
    },
    onSuccess: (_, { name, isBlocked }) => toast(isBlocked ? texts.done(name) : texts.undone(name)),
    onError: (cause) => toast(errorCodeOf(cause) === 'NOT_ALLOWED' ? texts.refused : texts.failed, 'error'),
    // Every list may show them or not any more.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const ask = () =>
    open({
      mode: 'confirm',
      text: texts.ask(name),
      actionLabel: texts.action,
      isDangerous: true,
      onConfirm: () => change.mutate({ userId, name, isBlocked: true }),
    });
  return {
    askBlock: () => online(ask),
    unblock: () => online(() => change.mutate({ userId, name, isBlocked: false })),
    isPending: change.isPending,
  };
}

/** Whether the signed-in fan blocked somebody. Asked only where it is shown. */
export function useIsBlocked(userId: string): boolean {
  const services = useServices();
  const isSignedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...blocksQuery(services), enabled: isSignedIn });
  return isSignedIn && (data?.list.some(({ user_id }) => user_id === userId) ?? false);
}
