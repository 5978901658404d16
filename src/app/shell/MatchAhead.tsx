import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../services/services.tsx';
import { runWhenIdle } from '../boot/runWhenIdle.ts';
import { loadMatchAhead } from './loadMatchAhead.ts';

/** Draws nothing: loads the running match ahead once the page is idle, on a first visit once the worker has taken over (FAN-09). */
export function MatchAhead() {
  const services = useServices();
  const queryClient = useQueryClient();
  useEffect(() => {
    let cancel = () => {};
    const load = () => {
      cancel();
      cancel = runWhenIdle(() => void loadMatchAhead(services, queryClient).catch(() => undefined));
    };
    load();
    navigator.serviceWorker?.addEventListener('controllerchange', load);
    return () => {
      cancel();
      navigator.serviceWorker?.removeEventListener('controllerchange', load);
    };
  }, [services, queryClient]);
  return null;
}
