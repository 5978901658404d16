import { type SubmitEvent, useState } from 'react';
import { WALL_BOUNDS } from '../../contract/wallLimits.ts';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LimitedTextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import desk from '../Staff.module.css';
import type { StaffWall, WallRemote } from './useWallRemote.ts';

interface WallBoardProps {
  readonly remote: WallRemote;
  readonly wall: StaffWall;
}

/** The text on the wall's band. What is typed stays until it is on the wall. */
export function WallBoard({ remote, wall: { state } }: WallBoardProps) {
  const toast = useToast();
  /** What is typed, and the text on the wall when that began; null: nothing is typed. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string } | null>(null);
  useDirtyForm(draft !== null);
  const isOvertaken = draft !== null && draft.over !== state.message;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (draft === null) return;
    // The second press overwrites what somebody else has written meanwhile.
    if (isOvertaken) return setDraft({ text: draft.text, over: state.message });
    remote.choose({ message: draft.text }, () => {
      setDraft(null);
      toast(texts.boardSaved);
    });
  };
  return (
    <form className={`${desk.card} ${desk.form}`} onSubmit={handleSubmit}>
      <LimitedTextField
        label={texts.board}
        hint={texts.boardHint}
        autoComplete="off"
        max={WALL_BOUNDS.message}
        value={draft?.text ?? state.message}
        onChange={(text) => setDraft({ text, over: draft?.over ?? state.message })}
      />
      {isOvertaken && <Banner tone="warn">{texts.boardOvertaken(state.message)}</Banner>}
      <Button type="submit" isBusy={remote.isChoosing} disabled={draft === null}>
        {texts.saveBoard}
      </Button>
    </form>
  );
}
