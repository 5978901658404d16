import { useCallback } from 'react';
import { firstBookmark } from '../messages/jaBookmark.ts';
import { readJson, writeJson } from '../platform/storage/storedJson.ts';
import { deviceStorage } from '../platform/storage/webStorage.ts';
import { userIdOf } from '../session/sessionState.ts';
import { useToast } from '../ui/toasts.tsx';
import { useServices } from './services.tsx';

/** The fan who was told, by id; a logout forgets it (`clientServices.ts`). Denied storage counts as told. */
const KEY = 'bookmark_told';

/** The first bookmark a fan makes on a device says where it went (FAN-12d). */
export function useFirstBookmark(): () => void {
  const { session } = useServices();
  const toast = useToast();
  return useCallback(() => {
    const userId = userIdOf(session.getState());
    if (userId === null || readJson(deviceStorage, KEY) === userId) return;
    if (writeJson(deviceStorage, KEY, userId)) toast(firstBookmark);
  }, [session, toast]);
}
