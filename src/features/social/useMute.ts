import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '../../contract/errors.ts';
import { mute as texts } from '../../messages/jaSocial.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useOnlineAction } from '../../services/useOnlineAction.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { mutesQuery } from './queries.ts';

/** What was asked for, and of whom: by the time of the answer somebody else may be shown. */
interface MuteChange {
  readonly userId: string;
  readonly name: string;
  readonly isMuted: boolean;
}

/** Not wanting to see somebody (their photos and comments leave every list), and the way back. Asks first. */
export function useMute(userId: string, name: string) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { open } = useOverlays();
  const toast = useToast();
  const online = useOnlineAction();
  const change = useMutation({
    mutationFn: ({ userId, isMuted }: MuteChange) =>
      isMuted ? api.putMute({ body: { mute_user: userId } }) : api.deleteMute({ body: { mute_user: userId } }),
    onSuccess: (_, { name, isMuted }) => toast(isMuted ? texts.done(name) : texts.undone(name)),
    onError: (cause) =>
      toast(cause instanceof AppError && cause.code === 'NOT_ALLOWED' ? texts.full : texts.failed, 'error'),
    // Every list may show them or not any more.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const ask = () =>
    open({
      mode: 'confirm',
      text: texts.ask(name),
      actionLabel: texts.action,
      isDangerous: false,
      onConfirm: () => change.mutate({ userId, name, isMuted: true }),
    });
  return {
    askMute: () => online(ask),
    unmute: () => online(() => change.mutate({ userId, name, isMuted: false })),
    isPending: change.isPending,
  };
}

/** Whether the signed-in fan muted somebody. Asked only where it is shown. */
export function useIsMuted(userId: string): boolean {
  const services = useServices();
  const isSignedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...mutesQuery(services), enabled: isSignedIn });
  return isSignedIn && (data?.list.some(({ user_id }) => user_id === userId) ?? false);
}
