import { useRef } from 'react';
import { type LoginReason, useRequireLogin } from './requireLogin.ts';
import { useOnlineAction } from './useOnlineAction.ts';

/**
 * A toggle that only the server can take (SOC-01): not without signal, login first, ignored while one is on its way. `send` says
 * itself what went wrong. A second press may come before the first one shows on a busy phone: so the screen's own word does not do.
 */
export function useServerToggle(send: () => Promise<unknown>, reason: LoginReason, photo?: string): () => void {
  const requireLogin = useRequireLogin();
  const online = useOnlineAction();
  const isSent = useRef(false);
  const sendOnce = async () => {
    if (isSent.current) return;
    isSent.current = true;
    await send().catch(() => undefined);
    isSent.current = false;
  };
  return () => {
    if (!isSent.current) online(() => requireLogin(() => void sendOnce(), reason, photo));
  };
}
