import { type KeyboardEvent, useEffect, useRef } from 'react';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EventSelect } from '../EventSelect.tsx';
import { Loaded } from '../Loaded.tsx';
import { isPageKey } from '../photos/markKeys.ts';
import desk from '../Staff.module.css';
import { useWallRemote, type WallRemote } from './useWallRemote.ts';
import styles from './Wall.module.css';
import { WallBoard } from './WallBoard.tsx';
import { WallButtons } from './WallButtons.tsx';
import { WallKeys } from './WallKeys.tsx';
import { WallPlayed } from './WallPlayed.tsx';
import { WallQueue } from './WallQueue.tsx';
import { WallSettings } from './WallSettings.tsx';

/** The remote control of an event's wall (WAL-04). */
export function WallPage() {
  const eventId = usePageParams().get('e') ?? '';
  return (
    <>
      <EventSelect />
      {eventId === '' ? <EmptyState title={texts.noEvent} /> : <Remote key={eventId} eventId={eventId} />}
    </>
  );
}

function Remote({ eventId }: { readonly eventId: string }) {
  const remote = useWallRemote(eventId);
  const section = useRef<HTMLElement>(null);
  const isThere = remote.query.data !== undefined;
  useEffect(() => {
    // Keys work from the start, without a press before.
    if (isThere) section.current?.focus({ preventScroll: true });
  }, [isThere]);
  return (
    <Loaded query={remote.query}>
      {(wall) => (
        <section
          ref={section}
          tabIndex={-1}
          className={styles.remote}
          aria-label={texts.remote}
          onKeyDown={(event) => handleKey(event, remote)}
        >
          <WallQueue remote={remote} wall={wall} />
          <WallButtons remote={remote} wall={wall} />
          <p className={desk.keys}>{texts.keys}</p>
          <WallBoard remote={remote} wall={wall} />
          <WallSettings remote={remote} wall={wall} />
          <WallPlayed remote={remote} wall={wall} />
          <WallKeys eventId={eventId} wall={wall} />
        </section>
      )}
    </Loaded>
  );
}

/** What the keys of a laptop do. A button that has the focus keeps its space bar. */
function handleKey(event: KeyboardEvent<HTMLElement>, remote: WallRemote): void {
  const state = remote.query.data?.state;
  if (state === undefined || !isPageKey(event) || event.repeat) return;
  const [first] = remote.queue;
  const [newest] = remote.query.data?.played ?? [];
  const acts: Readonly<Record<string, () => void>> = {
    a: () => first && remote.decide(first, 'approved'),
    r: () => first && remote.decide(first, 'rejected'),
    z: () => remote.undo?.(),
    p: () =>
      remote.press({ button: 'pin', media_url: state.pinned === null ? (newest?.photo.media_url ?? null) : null }),
    n: () => remote.press({ button: 'skip' }),
    b: () => remote.press({ button: 'blackout', is_on: !state.is_blackout }),
    ' ': () => remote.press({ button: 'pause', is_on: !state.is_paused }),
  };
  const act = acts[event.key.toLowerCase()];
  const isOwn = event.key === ' ' && event.target instanceof Element && event.target.matches('button, a, summary');
  if (act === undefined || isOwn) return;
  event.preventDefault();
  act();
}
