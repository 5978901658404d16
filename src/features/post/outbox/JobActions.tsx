import {
  CalendarSync,
  CloudOff,
  Download,
  Ellipsis,
  FileText,
  LogIn,
  Pause,
  PencilLine,
  Play,
  RotateCw,
  Send,
  Trash2,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { usePaths } from '../../../navigation/paths.ts';
import { type CancelEnd, isBeingRegistered } from '../../../outbox/cancel.ts';
import type { Job } from '../../../outbox/job.ts';
import { isPublic, openOriginals, refusedOriginals } from '../../../outbox/stages.ts';
import { useServices } from '../../../services/services.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useOverlays } from '../../../ui/overlays.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { useEscape } from '../../../ui/useEscape.ts';
import styles from './OutboxJob.module.css';
import { actionsOf, type JobAction, type ShownState } from './outboxView.ts';
import { savePhotos } from './savePhotos.ts';

const looks = {
  sendNow: { label: texts.sendNow, Icon: Send },
  retry: { label: texts.retry, Icon: RotateCw },
  resume: { label: texts.resume, Icon: Play },
  login: { label: texts.login, Icon: LogIn },
  agree: { label: texts.agree, Icon: FileText },
  move: { label: texts.move, Icon: CalendarSync },
  edit: { label: texts.edit, Icon: PencilLine },
  pause: { label: texts.pause, Icon: Pause },
  save: { label: texts.save, Icon: Download },
  drop: { label: texts.drop, Icon: CloudOff },
  cancel: { label: texts.cancel, Icon: Trash2 },
} as const satisfies Record<JobAction, object>;

/** What can be done about a post: one main button, the likely ones beside it, the rest behind 'more'. */
export function JobActions({ job, state }: { readonly job: Job; readonly state: ShownState }) {
  const [isOpen, setOpen] = useState(false);
  const restId = useId();
  const root = useRef<HTMLDivElement>(null);
  useEscape(isOpen, root, () => setOpen(false));
  const { isSaving, run } = useJobActions(job);
  const { main, side, more } = actionsOf(job, state);
  const button = (action: JobAction, variant: 'primary' | 'secondary' | 'quiet') => {
    const { label, Icon } = looks[action];
    return (
      <Button
        key={action}
        variant={variant}
        className={action === 'cancel' || action === 'drop' ? styles.cancel : undefined}
        isBusy={action === 'save' && isSaving}
        icon={variant === 'secondary' ? undefined : <Icon aria-hidden="true" size={18} />}
        onClick={() => run(action)}
      >
        {label}
      </Button>
    );
  };
  return (
    <div ref={root} className={styles.control}>
      <div className={styles.actions}>
        {main !== null && button(main, 'primary')}
        {side.map((action) => button(action, 'secondary'))}
        {more.length > 0 && (
          <IconButton
            label={texts.more}
            className={styles.more}
            icon={<Ellipsis aria-hidden="true" size={22} />}
            aria-expanded={isOpen}
            aria-controls={restId}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && more.length > 0 && (
        <div id={restId} className={styles.rest}>
          {more.map((action) => button(action, 'quiet'))}
        </div>
      )}
    </div>
  );
}

const endTexts: Readonly<Record<CancelEnd, string>> = { ...texts.cancelEnds, cancelled: texts.cancelled };

function useJobActions(job: Job) {
  const { outbox } = useServices();
  const overlays = useOverlays();
  const paths = usePaths();
  const toast = useToast();
  const [, navigate] = useLocation();
  const { isSaving, save } = useSavePhotos(job);
  const originals = openOriginals(job).length + refusedOriginals(job).length;
  /** What cannot be taken back is done after a question; `act` says what came of it. */
  const ask = (text: string, actionLabel: string, act: () => Promise<string>) =>
    overlays.open({
      mode: 'confirm',
      text,
      actionLabel,
      isDangerous: true,
      onConfirm: () =>
        act().then(
          (done) => toast(done),
          () => toast(texts.actionFailed, 'error'),
        ),
    });
  const cancel = () => {
    if (isBeingRegistered(job)) return toast(texts.cancelEnds.registering);
    const shown = job.photos.filter(isPublic).length;
    const askRest = originals > 0 ? texts.cancelPublicAsk : texts.cancelRestAsk;
    const text = shown > 0 ? askRest(shown) : texts.cancelAsk;
    ask(text, texts.cancelAction, async () => endTexts[await outbox.cancel(job.id, shown)]);
  };
  const drop = () =>
    ask(texts.dropAsk(originals), texts.dropAction, () => outbox.dropOriginals(job.id).then(() => texts.dropped));
  const acts: Record<JobAction, () => unknown> = {
    sendNow: () => outbox.sendNow(job.id),
    retry: () => outbox.sendNow(job.id),
    resume: () => outbox.resume(job.id),
    pause: () => outbox.pause(job.id),
    login: () => overlays.open({ mode: 'login' }),
    agree: () => {
      navigate(paths.common('rule-agreement'), { replace: true });
      overlays.closeAll();
    },
    move: () => overlays.open({ mode: 'outbox-move', jobId: job.id }),
    edit: () => overlays.open({ mode: 'outbox-edit', jobId: job.id }),
    save,
    drop,
    cancel,
  };
  const run = (action: JobAction): void =>
    void Promise.resolve(acts[action]()).catch(() => toast(texts.actionFailed, 'error'));
  return { isSaving, run };
}

/** Saves the photos of a post to the device, and says how many were lost. */
function useSavePhotos(job: Job) {
  const { outbox } = useServices();
  const toast = useToast();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const { saved, lost } = await savePhotos(outbox, job);
      if (lost > 0) toast(texts.saveSome(saved, lost), 'error');
      else if (saved > 0) toast(texts.saved(saved));
    } catch {
      toast(texts.saveFailed, 'error');
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save };
}
