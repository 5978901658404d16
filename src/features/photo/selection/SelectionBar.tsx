import { Bookmark, FolderDown, Heart, Share2, Trash2, X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId } from 'react';
import type { Photo } from '../../../contract/entities.ts';
import { SELECTED_MAX } from '../../../contract/limits.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { phrased } from '../../../ui/phrases/phrased.ts';
import { useSaveAsZip } from '../saving/useSaveAsZip.ts';
import styles from './SelectionBar.module.css';
import { useSelectedActions } from './useSelectedActions.ts';
import type { SelectionMoves } from './useSelection.ts';
import { useShareSelected } from './useShareSelected.ts';

interface SelectionBarProps {
  readonly ref: Ref<HTMLElement>;
  readonly selected: readonly Photo[];
  /** Keys of all photos the list has so far. */
  readonly order: readonly string[];
  readonly moves: SelectionMoves;
  readonly onLeave: () => void;
}

/** How many photos are selected and what can be done with them, within the thumb's reach. */
export function SelectionBar({ ref, selected, order, moves, onLeave }: SelectionBarProps) {
  const hint = useId();
  const several = useSelectedActions(selected, moves);
  const sharing = useShareSelected(selected);
  const saveAsZip = useSaveAsZip();
  const isAll = selected.length > 0 && selected.length >= Math.min(order.length, SELECTED_MAX);
  useRoomForBar();
  // The card of the ZIP takes the bar's place.
  const save = () => saveAsZip(selected) && onLeave();
  return (
    <section ref={ref} className={styles.bar} aria-label={texts.group} aria-describedby={hint}>
      <p id={hint} className="visually-hidden">
        {texts.hint}
      </p>
      <div className={styles.head}>
        <strong role="status" className={styles.count}>
          {phrased(selected.length === 0 ? texts.none : texts.count(selected.length))}
        </strong>
        <Button variant="quiet" onClick={isAll ? moves.clear : moves.selectAll}>
          {isAll ? texts.nothing : texts.all}
        </Button>
        <IconButton label={texts.leave} icon={<X aria-hidden="true" />} onClick={onLeave} />
      </div>
      {several.running ? (
        <Step text={texts.running(several.running.tried, several.running.all)} onStop={several.stop} />
      ) : sharing.sharing ? (
        <SharingStep {...sharing} />
      ) : (
        <Actions several={several} selected={selected} save={save} onShare={sharing.share} />
      )}
    </section>
  );
}

/** What stands at the lower edge of the window, such as notes, stands above the bar. */
function useRoomForBar(): void {
  useEffect(() => {
    document.documentElement.dataset.selectionBar = '';
    return () => {
      delete document.documentElement.dataset.selectionBar;
    };
  }, []);
}

interface ActionsProps {
  readonly several: ReturnType<typeof useSelectedActions>;
  readonly selected: readonly Photo[];
  readonly save: () => void;
  readonly onShare: () => void;
}

function Actions({ several, selected, save, onShare }: ActionsProps) {
  const isNone = selected.length === 0;
  return (
    <div className={styles.actions}>
      <Action icon={<FolderDown size={22} aria-hidden="true" />} isOff={isNone} onPress={save}>
        {texts.save}
      </Action>
      <Action icon={<Share2 size={22} aria-hidden="true" />} isOff={isNone} onPress={onShare}>
        {texts.share}
      </Action>
      <Action
        icon={<Heart size={22} aria-hidden="true" />}
        isOff={isNone}
        isOn={several.isLiked}
        onPress={several.like}
      >
        {several.isLiked ? texts.unlike : texts.like}
      </Action>
      <Action
        icon={<Bookmark size={22} aria-hidden="true" />}
        isOff={isNone}
        isOn={several.isBookmarked}
        onPress={several.bookmark}
      >
        {several.isBookmarked ? texts.unbookmark : texts.bookmark}
      </Action>
      {several.isOwn && (
        <Action icon={<Trash2 size={22} aria-hidden="true" />} isDangerous onPress={several.remove}>
          {texts.remove}
        </Action>
      )}
    </div>
  );
}

interface ActionProps {
  readonly icon: ReactNode;
  readonly children: string;
  readonly isOff?: boolean;
  readonly isOn?: boolean;
  readonly isDangerous?: boolean;
  readonly onPress: () => void;
}

const Action = ({ icon, children, isOff = false, isOn = false, isDangerous = false, onPress }: ActionProps) => (
  <button
    type="button"
    className={styles.action}
    data-on={isOn || undefined}
    data-dangerous={isDangerous || undefined}
    // Not disabled: the keyboard keeps its place when the last photo leaves the selection.
    aria-disabled={isOff || undefined}
    onClick={isOff ? undefined : onPress}
  >
    {icon}
    <span>{children}</span>
  </button>
);

interface StepProps {
  readonly text: string;
  readonly children?: ReactNode;
  readonly onStop: () => void;
}

/** Something is under way, or wants an answer. */
const Step = ({ text, children, onStop }: StepProps) => (
  <div className={styles.step}>
    <p>{text}</p>
    {children}
    <Button variant="quiet" onClick={onStop}>
      {texts.stop}
    </Button>
  </div>
);

function SharingStep({ sharing, shareNow, shareLinks, stop }: ReturnType<typeof useShareSelected>) {
  switch (sharing?.kind) {
    case 'preparing':
      return <Step text={texts.preparing(sharing.done, sharing.all)} onStop={stop} />;
    case 'ready':
      return (
        <Step text={texts.shareReady(sharing.files.length)} onStop={stop}>
          <Button variant="primary" onClick={() => void shareNow()}>
            {texts.shareNow}
          </Button>
        </Step>
      );
    case 'failed':
      return (
        <Step text={texts.shareFailed} onStop={stop}>
          <Button variant="primary" onClick={shareLinks}>
            {texts.shareLinks}
          </Button>
        </Step>
      );
    default:
      return null;
  }
}
