import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FanEvent, Person } from '../../contract/entities.ts';
import { isJpegName } from '../../rules/jpegName.ts';
import { useTenant } from '../../services/services.tsx';
import { useDropZone } from '../../ui/useDropZone.ts';
import { takeAskedPhotos } from './askedPhotos.ts';
import { filesOfDrop } from './droppedFiles.ts';
import type { PickNotice } from './formSnapshots.ts';
import { problemOf } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';
import { playersOfTeam } from './useFieldChoices.ts';
import { useMaxPhotos } from './useMaxPhotos.ts';
import { usePendingTags } from './usePendingTags.ts';
import { useSharedPhotos } from './useSharedPhotos.ts';
import { type QueuedPost, useSubmitPost } from './useSubmitPost.ts';

interface OpenPostGiven {
  readonly store: PhotoFormStore;
  /** Whose form it is. */
  readonly userId: string | null;
  readonly events: readonly FanEvent[];
  /** Epoch ms of the answer an event is from. */
  readonly asOf: (eventId: string) => number;
  readonly persons: readonly Person[] | null;
  readonly samples: readonly string[] | null;
  readonly onQueued: (queued: QueuedPost) => void;
}

/** The state of the open post form: its snapshot, the photo whose fields are shown, the submit and what it found wrong. */
export function useOpenPost({ store, userId, events, asOf, persons, samples, onQueued }: OpenPostGiven) {
  const tenant = useTenant();
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { form } = snapshot;
  const { dispatch } = store;
  const [selected, select] = useState<string | null>(null);

  const event = events.find(({ event_id }) => event_id === form.eventId) ?? null;
  const max = useMaxPhotos(event, event === null ? 0 : asOf(event.event_id));
  const selectedIndex = form.photos.findIndex(({ name }) => name === selected);
  const shownPersons = playersOfTeam(tenant.isTeam ? form.teamId : null, persons);
  /** What every editor of fields is told, of all photos or of one. */
  const editor = {
    persons: shownPersons,
    samples,
    dispatch,
    eventId: form.eventId,
    locations: event?.photo_location ?? [],
  };

  const { commonTag, ownTag, take } = usePendingTags(form.photos[selectedIndex], dispatch);
  const submission = useSubmitPost({ store, userId, event, max, onBeforeSave: take, onQueued });
  const { problem } = submission;
  const shownProblem = problem !== null && problemOf(form, max) === problem ? problem : null;

  const { pick, drop, paste } = usePickedFiles(store, max, submission.forgetProblem);
  return {
    snapshot,
    max,
    editor,
    commonTag,
    ownTag,
    submission,
    shownProblem,
    pick,
    drop,
    paste,
    /** Name of the photo whose fields are shown. */
    selected,
    /** -1: the fields of no photo are shown. */
    selectedIndex,
    select,
  };
}

/** Files that were picked, dropped on the form or shared to the app. */
function usePickedFiles(store: PhotoFormStore, max: number, forgetProblem: () => void) {
  const pick = (files: readonly File[], isDragged: boolean, told: readonly PickNotice[] = []) => {
    forgetProblem();
    if (files.length + told.length > 0) void store.pick(files, { max, isDragged, told });
  };
  const drop = useDropZone((dropped) => void filesOfDrop(dropped).then(({ files, told }) => pick(files, true, told)));
  useSharedPhotos((files) => store.pick(files, { max, isDragged: false }));
  const latest = useRef(pick);
  latest.current = pick;
  // The press that opened the form asked for photos, too (FAN-03).
  useEffect(() => {
    let isGone = false;
    void takeAskedPhotos()?.then((files) => !isGone && latest.current(files, false));
    return () => {
      isGone = true;
    };
  }, []);
  const paste = (files: readonly File[]) => pick(files, false, files.every(isJpegName) ? [] : [{ kind: 'pasted' }]);
  return { pick, drop, paste };
}
