import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useOnlineAction } from '../../services/useOnlineAction.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';

/** What was asked for, and of whom: by the time of the answer somebody else may be shown. */
interface FanChange {
  readonly userId: string;
  readonly name: string;
  readonly isOn: boolean;
}

interface FanChangeTexts {
  readonly ask: (name: string) => string;
  readonly action: string;
  readonly done: (name: string) => string;
  readonly undone: (name: string) => string;
  readonly failed: string;
}

interface FanChangeOptions {
  /** Makes the call that sets it, or takes it back. */
  readonly send: (userId: string, isOn: boolean) => Promise<unknown>;
  readonly texts: FanChangeTexts;
  /** Is shown if the server answers NOT_ALLOWED. */
  readonly refused: string;
  readonly isDangerous?: boolean;
}

/** Hiding a fan in some way, which asks first, and the way back. Both need signal; all lists are read again afterwards. */
export function useFanChange(userId: string, name: string, options: FanChangeOptions) {
  const { send, texts, refused, isDangerous = false } = options;
  const queryClient = useQueryClient();
  const { open } = useOverlays();
  const toast = useToast();
  const online = useOnlineAction();
  const change = useMutation({
    mutationFn: (wanted: FanChange) => send(wanted.userId, wanted.isOn),
    onSuccess: (_, wanted) => toast(wanted.isOn ? texts.done(wanted.name) : texts.undone(wanted.name)),
    onError: (cause) => toast(errorCodeOf(cause) === 'NOT_ALLOWED' ? refused : texts.failed, 'error'),
    // Every list may show them or not any more.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const ask = () =>
    open({
      mode: 'confirm',
      text: texts.ask(name),
      actionLabel: texts.action,
      isDangerous,
      onConfirm: () => change.mutate({ userId, name, isOn: true }),
    });
  return {
    ask: () => online(ask),
    undo: () => online(() => change.mutate({ userId, name, isOn: false })),
    isPending: change.isPending,
  };
}
