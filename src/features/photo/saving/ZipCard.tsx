import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { photoZip as texts } from '../../../messages/jaSelection.ts';
import { useSession, useTenant } from '../../../services/services.tsx';
import { userIdOf } from '../../../session/sessionState.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Phrases } from '../../../ui/phrases/Phrases.ts';
import { pageZip } from './pageZip.ts';
import styles from './ZipCard.module.css';
import type { ZipSavingState } from './zipSavingState.ts';

/** How far the ZIP is, over whatever page the fan looks at meanwhile (KEP-02). */
export function ZipCard() {
  const state = useSyncExternalStore(pageZip.subscribe, pageZip.getState);
  const tenant = useTenant();
  const userId = userIdOf(useSession());
  const last = useRef(userId);
  useEffect(() => {
    // A phone is lent: what a fan chose goes with the fan.
    const hasLeft = last.current !== null && last.current !== userId;
    last.current = userId;
    void (hasLeft ? pageZip.cancel() : pageZip.look(tenant.id, userId));
  }, [tenant.id, userId]);
  useLeaveWarning(state.kind === 'fetching');
  if (state.kind === 'none') return null;
  return <Card state={state} />;
}

/** A page that is closed breaks the file off: what came is kept, but the fan should know. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
}

function Card({ state }: { readonly state: Exclude<ZipSavingState, { kind: 'none' }> }) {
  const card = useRef<HTMLElement>(null);
  const { title, lines, actions } = contentOf(state);
  const isEnding = state.kind === 'done' || state.kind === 'failed' || state.kind === 'elsewhere';
  return (
    <section ref={card} className={styles.card} aria-label={texts.label}>
      <div className={styles.words}>
        {/* Told once a step, not once a photo. */}
        <strong role="status">
          <Phrases text={title} />
        </strong>
        {state.kind === 'fetching' && <Progress done={state.done} all={state.all} />}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={styles.actions}>
        {actions}
        {isEnding && (
          <IconButton label={texts.close} icon={<X aria-hidden="true" />} onClick={() => pageZip.dismiss()} />
        )}
      </div>
    </section>
  );
}

const Progress = ({ done, all }: { readonly done: number; readonly all: number }) => (
  <div className={styles.progress}>
    <progress aria-label={texts.progress} max={all} value={done} />
    <span>{texts.count(done, all)}</span>
  </div>
);

interface Content {
  readonly title: string;
  readonly lines: readonly string[];
  readonly actions: ReactNode;
}

const giveUp = (
  <Button variant="quiet" onClick={() => void pageZip.cancel()}>
    {texts.giveUp}
  </Button>
);

function contentOf(state: Exclude<ZipSavingState, { kind: 'none' }>): Content {
  switch (state.kind) {
    case 'unfinished':
      return {
        title: texts.unfinished,
        lines: [texts.unfinishedText(state.done, state.all)],
        actions: (
          <>
            <Button variant="primary" onClick={() => void pageZip.resume()}>
              {texts.goOn}
            </Button>
            {giveUp}
          </>
        ),
      };
    case 'fetching':
      return {
        title: state.isWaiting ? texts.waiting : texts.fetching,
        lines: [state.isWaiting && texts.waitingText, state.leftOut > 0 && texts.leftOut(state.leftOut)].filter(isLine),
        actions: giveUp,
      };
    case 'parts':
      return { title: texts.ready(state.parts.length), lines: outcomeLines(state), actions: <Parts state={state} /> };
    case 'done':
      return {
        title: state.came === 0 ? texts.nothing : texts.done(state.came),
        lines: outcomeLines(state),
        actions: state.missing > 0 && <MissingButton />,
      };
    case 'failed':
      return {
        title: texts.failed,
        lines: [texts.failedText],
        actions: (
          <>
            <Button variant="primary" onClick={() => void pageZip.resume()}>
              {texts.again}
            </Button>
            {giveUp}
          </>
        ),
      };
    case 'elsewhere':
      return { title: texts.elsewhere, lines: [], actions: null };
  }
}

const isLine = (line: string | false): line is string => line !== false;

const outcomeLines = (state: Extract<ZipSavingState, { kind: 'done' | 'parts' }>): string[] =>
  [
    state.missing > 0 && texts.missing(state.missing),
    state.previews > 0 && texts.previews(state.previews),
    state.leftOut > 0 && texts.leftOut(state.leftOut),
  ].filter(isLine);

const MissingButton = () => (
  <Button variant="primary" onClick={() => void pageZip.startMissing()}>
    {texts.tryMissing}
  </Button>
);

function Parts({ state }: { readonly state: Extract<ZipSavingState, { kind: 'parts' }> }) {
  return (
    <>
      {state.parts.map((part, place) => (
        <Button
          key={part.photos[0]?.name}
          variant={part.isSaved ? 'secondary' : 'primary'}
          isBusy={state.busy === place}
          disabled={state.busy !== null && state.busy !== place}
          onClick={() => void pageZip.savePart(place)}
        >
          {texts.part(place + 1, state.parts.length, part.bytes, part.isSaved)}
        </Button>
      ))}
      {giveUp}
    </>
  );
}
