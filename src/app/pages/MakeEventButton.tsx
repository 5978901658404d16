import { CalendarPlus } from 'lucide-react';
import { event as texts } from '../../messages/jaEvent.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/** Opens the event form; offered where the tenant invites fans to make events (TEN-06). */
export function MakeEventButton({ variant = 'secondary' }: { readonly variant?: 'primary' | 'secondary' }) {
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  return (
    <Button
      variant={variant}
      icon={<CalendarPlus size={18} aria-hidden="true" />}
      onClick={() => requireLogin(() => open({ mode: 'post-event' }), 'makeEvent')}
    >
      {texts.make}
    </Button>
  );
}
