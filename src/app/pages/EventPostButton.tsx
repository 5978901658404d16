import { Plus } from 'lucide-react';
import type { FanEvent } from '../../contract/entities.ts';
import { eventWord } from '../../features/event/eventTexts.ts';
import { STANDING_LISTS, usePostableEvents } from '../../features/post/queries.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { isLimited } from '../../rules/eventAccess.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';

/** 'Post here', for an event in progress. Who may post to a limited one is asked first (PST-03). */
export function EventPostButton({ event }: { readonly event: FanEvent }) {
  const isForAll = !isLimited(event) && event.event_type !== 'ambassador';
  return isForAll ? <PostButton eventId={event.event_id} /> : <LimitedPostButton event={event} />;
}

function LimitedPostButton({ event }: { readonly event: FanEvent }) {
  const { config } = useTenant();
  const { isSettled, failed, events } = usePostableEvents();
  const mayPost = events.some(({ event_id }) => event_id === event.event_id);
  // Who is a member is not said before it is known.
  if (!mayPost && !isSettled) return null;
  if (!mayPost && STANDING_LISTS.some((one) => failed.includes(one))) return <ReferenceFailures of={STANDING_LISTS} />;
  return mayPost ? <PostButton eventId={event.event_id} /> : <p>{texts.membersOnly(eventWord(event, config))}</p>;
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
