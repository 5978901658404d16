import { Plus } from 'lucide-react';
import type { FanEvent } from '../../contract/entities.ts';
import { usePostableEvents } from '../../features/post/queries.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { isLimited } from '../../rules/eventAccess.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/** 'Post here', for an event in progress. Who may post to a limited one is asked first (PST-03). */
export function EventPostButton({ event }: { readonly event: FanEvent }) {
  const isForAll = !isLimited(event) && event.event_type !== 'ambassador';
  return isForAll ? <PostButton eventId={event.event_id} /> : <LimitedPostButton eventId={event.event_id} />;
}

function LimitedPostButton({ eventId }: { readonly eventId: string }) {
  const { status, events } = usePostableEvents();
  if (status === 'loading') return null;
  const mayPost = events.some(({ event_id }) => event_id === eventId);
  return mayPost ? <PostButton eventId={eventId} /> : <p>{texts.membersOnly}</p>;
}

function PostButton({ eventId }: { readonly eventId: string }) {
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  return (
    <Button
      variant="primary"
      size="l"
      icon={<Plus size={22} aria-hidden="true" />}
      onClick={() => requireLogin(() => open({ mode: 'post-photo', eventId }), 'post')}
    >
      {texts.postHere}
    </Button>
  );
}
