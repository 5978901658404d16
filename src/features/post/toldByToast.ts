/** Whether a post is told by a toast, or by the sheet as a first post is (FAN-26). */
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { deviceStorage } from '../../platform/storage/webStorage.ts';
import { isDeviceOffline } from '../../queries/noSignal.ts';
import { useRevalidation, useServices, useSession } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { userIdOf } from '../../session/sessionState.ts';
import { hasToastHostAtom } from './arrival/sentPost.ts';
import { asksFan } from './arrival/sentState.ts';
import type { QueuedPost } from './useSubmitPost.ts';

/** The fan who has seen the sheet on this device, by id; a logout forgets it (`clientServices.ts`). Denied storage: it is shown each time. */
const KEY = 'post_told';

/** While the sheet of a post is shown: the next post of this fan on this device need not explain it. */
export function useRemembersSheet(): void {
  const userId = userIdOf(useSession());
  useEffect(() => {
    if (userId !== null) writeJson(deviceStorage, KEY, userId);
  }, [userId]);
}

/** What speaks for the sheet. */
export interface PostCircumstances {
  readonly session: SessionState;
  /** The fan has seen the sheet on this device. */
  readonly isKnown: boolean;
  /** The device has a line, and the server itself answered what the screen shows (DAT-02). */
  readonly hasSignal: boolean;
  /** Server or storage is in trouble, or nothing would show the toast. */
  readonly hasTrouble: boolean;
  readonly hold: OutboxSnapshot['hold'];
  readonly jobs: readonly Job[];
}

/** Signed in and not suspended, with signal, and nothing in the queue that failed, is held back or waits for the fan. */
export function isToldByToast(post: Pick<QueuedPost, 'jobId' | 'posted'>, now: PostCircumstances): boolean {
  const { session, isKnown, hasSignal, hasTrouble, hold, jobs } = now;
  if (session.status !== 'signedIn' || session.user.suspension) return false;
  const { id } = session.user;
  const hasFault = jobs.some(
    (job) => job.userId === id && job.state !== 'done' && (asksFan(job) || job.error !== null),
  );
  return isKnown && hasSignal && !hasTrouble && hold === null && post.posted === 0 && !hasFault;
}

/** Gives the question whether a toast may tell of a post that was just queued. It is asked at the press. */
export function useCanTellByToast(hasTrouble: boolean): (post: QueuedPost) => boolean {
  const { session, outbox } = useServices();
  const { isStale } = useRevalidation();
  const hasHost = useAtomValue(hasToastHostAtom);
  return (post) => {
    const state = session.getState();
    const { jobs, hold } = outbox.getSnapshot();
    return isToldByToast(post, {
      session: state,
      isKnown: state.status !== 'anonymous' && readJson(deviceStorage, KEY) === state.user.id,
      hasSignal: !isDeviceOffline() && !isStale,
      hasTrouble: hasTrouble || !hasHost,
      hold,
      jobs,
    });
  };
}
