import { Camera } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/** Opens the post window, for visitors after the login (PST-01). */
export function PostButton({ children }: { readonly children: ReactNode }) {
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  return (
    <Button
      variant="primary"
      icon={<Camera size={18} aria-hidden="true" />}
      onClick={() => requireLogin(() => open({ mode: 'post' }), 'post')}
    >
      {children}
    </Button>
  );
}
