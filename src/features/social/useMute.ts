import { useQuery } from '@tanstack/react-query';
import { mute as texts } from '../../messages/jaSocial.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { mutesQuery } from './queries.ts';
import { useFanChange } from './useFanChange.ts';

/** Not wanting to see somebody (their photos and comments leave every list), and the way back. Asks first. */
export function useMute(userId: string, name: string) {
  const { api } = useServices();
  const send = (mute_user: string, isOn: boolean) =>
    isOn ? api.putMute({ body: { mute_user } }) : api.deleteMute({ body: { mute_user } });
  const { ask, undo, isPending } = useFanChange(userId, name, { send, texts, refused: texts.full });
  return { askMute: ask, unmute: undo, isPending };
}

/** Whether the signed-in fan muted somebody. Asked only where it is shown. */
export function useIsMuted(userId: string): boolean {
  const services = useServices();
  const isSignedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...mutesQuery(services), enabled: isSignedIn });
  return isSignedIn && (data?.list.some(({ user_id }) => user_id === userId) ?? false);
}
