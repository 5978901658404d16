import { useEffect, useState } from 'react';
import type { Tenant } from '../../../tenants/schema.ts';
import type { FanEvent } from '../../contract/entities.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { isOthersForm } from '../../drafts/claimDraft.ts';
import { rememberPlayers } from '../../platform/storage/recentPlayerStore.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { createJobPhotos, type FormProblem, namedPlayers, type PhotoForm, problemOf } from './photoForm.ts';
import type { PhotoFormStore } from './photoFormStore.ts';

interface SubmitGiven {
  readonly store: PhotoFormStore;
  /** Whose form it is. */
  readonly userId: string | null;
  readonly event: FanEvent | null;
  readonly max: number;
  /** Takes along what is typed and not yet part of the form. */
  readonly onBeforeSave: () => void;
  readonly onQueued: (queued: QueuedPost) => void;
}

export interface QueuedPost {
  readonly jobId: string;
  readonly form: PhotoForm;
  /** Photos that another tab had posted before, with other content: this press changed nothing about them (SAF-22). */
  readonly posted: number;
}

/** Photos that another tab posts meanwhile leave this form (SAF-22). */
function useGiveUpPosted(store: PhotoFormStore, isSaving: boolean): void {
  const { jobs } = useOutboxSnapshot();
  // While this form is being saved, the job that appears is its own.
  useEffect(() => {
    if (!isSaving) store.giveUpPosted(new Set(jobs.flatMap(({ photos }) => photos.map(({ name }) => name))));
  }, [jobs, store, isSaving]);
}

/** What goes into the queue of a form without problems. */
function postOf(form: PhotoForm, event: FanEvent, tenant: Tenant, usepermit: boolean | null) {
  const { event_id: id, event_name: name, season_id: seasonId } = event;
  return {
    tenant: tenant.id,
    event: { id, name, seasonId },
    teamId: tenant.isTeam ? form.teamId : null,
    photos: createJobPhotos(form, { tenant: tenant.id, eventId: id, usepermit }),
  };
}

/** From '投稿する' to a post that is safe on the device (PST-11, QUE-01). Checks the login first (§4). */
export function useSubmitPost({ store, userId, event, max, onBeforeSave, onQueued }: SubmitGiven) {
  const { session, outbox } = useServices();
  const tenant = useTenant();
  const requireLogin = useRequireLogin();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [failedTries, setFailedTries] = useState(0);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isSaving, setSaving] = useState(false);
  useGiveUpPosted(store, isSaving);
  // Left now, the form would be told as kept, and its post be sent nonetheless.
  useCloseGuard('post-photo', () => !isSaving);

  async function save() {
    const state = session.getState();
    // The login it waited for may be another fan's.
    if (state.status === 'anonymous' || isOthersForm(userId, state.user.id)) return;
    setSaving(true);
    setError(null);
    try {
      onBeforeSave();
      await store.close();
      const form = store.getSnapshot().form;
      const found = problemOf(form, max);
      if (found !== null || event === null) {
        store.reopen();
        setProblem(found ?? 'noEvent');
        return;
      }
      const { jobId, posted } = await outbox.enqueue({
        userId: state.user.id,
        ...postOf(form, event, tenant, state.user.usepermit),
      });
      if (jobId !== null) {
        rememberPlayers(tenant.id, state.user.id, namedPlayers(form));
        return onQueued({ jobId, form, posted: posted.length });
      }
      store.reopen();
      store.giveUpPosted(new Set(posted));
    } catch (cause) {
      store.reopen();
      setError(errorCodeOf(cause));
    } finally {
      setSaving(false);
    }
  }

  function submit() {
    const { form } = store.getSnapshot();
    const found = event === null && form.photos.length > 0 ? 'noEvent' : problemOf(form, max);
    setProblem(found);
    if (found !== null) setFailedTries((tries) => tries + 1);
    if (found !== null || isSaving) return;
    if (session.getState().status === 'anonymous') requireLogin(save, 'post');
    else void save();
  }

  return { submit, isSaving, problem, failedTries, error, forgetProblem: () => setProblem(null) };
}
