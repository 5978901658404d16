import { useEffect, useEffectEvent, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { isOthersForm } from '../../drafts/claimDraft.ts';
import { postForm } from '../../messages/jaPost.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import type { AskedPermission } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { createDraftPort, loadSavedForm } from './draftPort.ts';
import { createPhotoForm, isTouched, type PhotoForm, photoFormReducer } from './photoForm.ts';
import { createPhotoFormStore, type PhotoFormStore } from './photoFormStore.ts';
import type { PostableEvents } from './queries.ts';
import { useLateEvent } from './useLateEvent.ts';
import { useOpeningEvent } from './useOpeningEvent.ts';

interface Opened {
  readonly store: PhotoFormStore;
  readonly isRestored: boolean;
  /** Whose form it is. */
  readonly userId: string | null;
  /** Lists that may change its event had not come when it opened. */
  readonly isEarly: boolean;
}

/** What the page the fan came from is about. */
interface Asked {
  readonly eventId: string | undefined;
  readonly player: string | undefined;
  /** What the fan answered when the window before asked for the permission. */
  readonly asked: AskedPermission | undefined;
}

/** A form to go on with: what a killed page was preparing starts anew; event and player of the page the fan came from are chosen. */
function openedForm(form: PhotoForm, asked: FanEvent | null, player: string | undefined): PhotoForm {
  const restored = photoFormReducer(form, { type: 'restored', form });
  const again =
    player === undefined || restored.common.players.includes(player)
      ? restored
      : photoFormReducer(restored, { type: 'playerToggled', photo: null, player });
  if (asked === null || asked.event_id === form.eventId) return again;
  const { event_id: eventId, photo_location: locations } = asked;
  return photoFormReducer(again, { type: 'eventChosen', eventId, locations });
}

/** Who has just accepted finds the switch on, also if that could not be saved. */
const accepted = (form: PhotoForm, asked: AskedPermission | undefined): PhotoForm =>
  asked === 'accepted' ? photoFormReducer(form, { type: 'permissionSet', isPermitted: true, at: Date.now() }) : form;

/** Reads the fan's draft once `isReady`, for `onLoaded`; null: there is none, or it cannot be read. */
function useSavedForm(isReady: boolean, userId: string | null, onLoaded: (saved: PhotoForm | null) => void): void {
  const { drafts } = useServices();
  const tenant = useTenant();
  const open = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    loadSavedForm(drafts, tenant.id, userId)
      .catch(() => null)
      .then((saved) => isCurrent && open(saved));
    return () => {
      isCurrent = false;
    };
  }, [isReady, drafts, tenant.id, userId]);
}

/**
 * The form the overlay shows: opened on its draft once the events of now are there (PST-11), and after a discard anew.
 * @param asked what the page is about that the fan came from
 */
export function useOpenedPhotoForm(lists: PostableEvents, { eventId, player, asked }: Asked) {
  const { drafts, preparer } = useServices();
  const tenant = useTenant();
  const session = useSession();
  const toast = useToast();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);

  const user = session.status === 'anonymous' ? null : session.user;
  const userId = user?.id ?? null;
  const createStore = (initial: PhotoForm) =>
    createPhotoFormStore({ initial, drafts: createDraftPort(drafts, tenant.id, userId), preparer });
  const event = useOpeningEvent(lists, eventId, userId);
  const openForm = (saved: PhotoForm | null) => {
    const begun = saved ?? createPhotoForm(null);
    const form = accepted(openedForm(begun, event.of(begun), player), asked);
    const isRestored = saved !== null && isTouched(saved);
    setOpened({ store: createStore(form), isRestored, userId, isEarly: !event.isFinal });
  };
  useLateEvent(opened, event);
  const isOthers = isOthersForm(opened?.userId ?? null, userId);
  useEffect(() => {
    if (!isOthers || opened === null) return;
    // Another tab has changed the fan: the form stays the draft of whoever wrote it (QUE-05).
    // Its last write comes before the next form is read.
    const close = () => setOpened(null);
    opened.store.leave().then(close, close);
  }, [isOthers, opened]);

  const isReady = lists.status === 'ready' && event.isKnown && opened === null && !isDiscarding;
  useSavedForm(isReady, userId, openForm);

  return {
    opened: isOthers ? null : opened,
    /** The draft is being read. */
    isReady,
    /** A form for more photos of the same kind. */
    openAgain(form: PhotoForm) {
      const store = createStore(form);
      // Kept from the start: it holds words already.
      store.dispatch({ type: 'restored', form });
      setOpened({ store, isRestored: false, userId, isEarly: false });
    },
    async discard() {
      // The old form goes at once: what is chosen in it meanwhile would be lost.
      setDiscarding(true);
      setOpened(null);
      await opened?.store.discard().catch(() => {});
      toast(postForm.discarded);
      setDiscarding(false);
    },
  };
}
