import { CalendarPlus, Camera, ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ui } from '../../messages/ja.ts';
import { postWindow } from '../../messages/jaPost.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { type AskedPermission, useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { Phrases } from '../../ui/phrases/Phrases.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { askForPhotos } from './askedPhotos.ts';
import { loadSavedForm } from './draftPort.ts';
import styles from './PostWindow.module.css';
import { isTouched } from './photoForm.ts';
import { usePostableEvents } from './queries.ts';
import { SuspensionBanner } from './SuspensionBanner.tsx';

/** Length of the fade-out before the next overlay opens (PST-01); the style sheet's --fast. */
const FADE_MS = 140;
/** Tenants and fans asked already: once a page load, and a fan who says no can still post. */
const asked = new Set<string>();

interface PostWindowProps {
  /** A photo is chosen already: goes on with it by itself. */
  readonly isPhoto?: boolean;
  readonly onClose: () => void;
}

/** How many photos the form left behind holds (T18); null: there is none. */
function useWaitingForm(): number | null {
  const { drafts } = useServices();
  const tenant = useTenant();
  const session = useSession();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadSavedForm(drafts, tenant.id, userId)
      .catch(() => null)
      .then((saved) => isCurrent && setCount(saved !== null && isTouched(saved) ? saved.photos.length : null));
    return () => {
      isCurrent = false;
    };
  }, [drafts, tenant.id, userId]);
  return count;
}

/** What the fan said when asked for the permission; null: not asked. */
type Answer = { readonly current: AskedPermission | null };

/** What follows the window opens when it has faded out; the event whose page the fan came from is chosen in it. */
function useOpenAfterFade(leavingFor: 'post-photo' | 'post-event' | null, answer: Answer): void {
  const overlays = useOverlays();
  const search = usePageParams();
  useEffect(() => {
    if (leavingFor === null) return;
    const eventId = leavingFor === 'post-photo' ? search.get('e') : null;
    const chosen = eventId === null ? {} : { eventId };
    const open = () => {
      const asked = answer.current === null ? {} : { asked: answer.current };
      overlays.replace(leavingFor === 'post-photo' ? { mode: leavingFor, ...chosen, ...asked } : { mode: leavingFor });
    };
    const timer = setTimeout(open, FADE_MS);
    return () => clearTimeout(timer);
  }, [leavingFor, overlays, search, answer]);
}

/**
 * What a press on a choice asks for first: login, then permission, then an event. `isPhoto`: a photo is chosen already.
 * `asksForPhotos`: the press opens the device's picker, too.
 */
function usePostChoices(isPhoto: boolean, asksForPhotos: boolean) {
  const { session } = useServices();
  const tenant = useTenant();
  const overlays = useOverlays();
  const stack = useOverlayStack();
  const requireLogin = useRequireLogin();
  const { status, events } = usePostableEvents();
  const [leavingFor, setLeavingFor] = useState<'post-photo' | 'post-event' | null>(null);
  const answer = useRef<AskedPermission | null>(null);
  const waitsForPermission = useRef(false);
  const isAsking = stack.some(({ mode }) => mode === 'user-permission');

  const goOn = () => {
    if (status === 'ready' && events.length === 0) return overlays.replace({ mode: 'no-event' });
    // Pictures first where they stand on the device (FAN-03): the form opens behind the picker.
    if (asksForPhotos) askForPhotos();
    setLeavingFor('post-photo');
  };
  const choosePhoto = () => {
    const state = session.getState();
    const question = state.status === 'anonymous' ? tenant.id : `${tenant.id} ${state.user.id}`;
    const isPermitted = state.status !== 'anonymous' && state.user.usepermit === true;
    if (!tenant.features.permissionCheck || isPermitted || asked.has(question)) return goOn();
    asked.add(question);
    waitsForPermission.current = true;
    answer.current = 'closed';
    const onAccept = () => {
      answer.current = 'accepted';
    };
    overlays.open({ mode: 'user-permission', isSetting: false, onAccept });
  };
  // A login that ran out is no reason to wait: the post is kept, and asks for it when it is sent (QUE-05).
  const handlePhoto = () =>
    session.getState().status === 'expired' ? choosePhoto() : requireLogin(choosePhoto, 'post');

  const goesOn = useRef(isPhoto);
  useEffect(() => {
    if (!goesOn.current || status === 'loading') return;
    goesOn.current = false;
    handlePhoto();
  });

  const goOnAnswered = useEffectEvent(goOn);
  useEffect(() => {
    if (isAsking || !waitsForPermission.current) return;
    waitsForPermission.current = false;
    goOnAnswered();
  }, [isAsking]);

  useOpenAfterFade(leavingFor, answer);
  return {
    isLeaving: leavingFor !== null,
    handlePhoto,
    handleEvent: () => requireLogin(() => setLeavingFor('post-event'), 'makeEvent'),
  };
}

/** The choice before a post (PST-01, PST-02): login, then permission, then an event, in this order. */
export function PostWindow({ isPhoto = false, onClose }: PostWindowProps) {
  const { createEventPrompt } = useTenant().features;
  const waiting = useWaitingForm();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const { isLeaving, handlePhoto, handleEvent } = usePostChoices(isPhoto, isTouch && !isPhoto && !waiting);
  return (
    <Modal title={postWindow.title} onClose={onClose} isLeaving={isLeaving}>
      <div className={styles.choices}>
        <SuspensionBanner />
        <Choice
          Icon={Camera}
          label={postWindow.photo}
          hint={waiting === null ? postWindow.photoHint : postWindow.draft(waiting)}
          onPress={handlePhoto}
        />
        {createEventPrompt && (
          <Choice Icon={CalendarPlus} label={postWindow.event} hint={postWindow.eventHint} onPress={handleEvent} />
        )}
        <Button size="l" isWide onClick={onClose}>
          {ui.cancel}
        </Button>
      </div>
    </Modal>
  );
}

interface ChoiceProps {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly hint: string;
  readonly onPress: () => void;
}

const Choice = ({ Icon, label, hint, onPress }: ChoiceProps) => (
  <button type="button" className={styles.choice} onClick={onPress}>
    <span className={styles.icon}>
      <Icon aria-hidden="true" size={28} />
    </span>
    <span>
      <span className={styles.label}>
        <Phrases text={label} />
      </span>
      <span className={styles.hint}>
        <Phrases text={hint} />
      </span>
    </span>
    <ChevronRight aria-hidden="true" size={20} />
  </button>
);
