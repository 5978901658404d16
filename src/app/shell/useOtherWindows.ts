import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearOtherWindows } from '../../features/photo/otherWindows.ts';
import { useServices } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';

/** What the fan likes and bookmarks in one window shows in the others. */
export function useOtherWindows(): void {
  const { session } = useServices();
  const queryClient = useQueryClient();
  useEffect(() => hearOtherWindows(queryClient, () => userIdOf(session.getState())), [queryClient, session]);
}
