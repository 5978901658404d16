import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { hearOtherWindows } from './hearOtherWindows.ts';

/** What the fan changes in one window shows in the others. */
export function useOtherWindows(): void {
  const { session } = useServices();
  const queryClient = useQueryClient();
  useEffect(() => hearOtherWindows(queryClient, () => userIdOf(session.getState())), [queryClient, session]);
}
