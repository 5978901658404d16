import { FolderDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffPhotos, staffDownload as texts } from '../../messages/jaStaffPhotos.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import desk from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';
import styles from './Photos.module.css';
import { saveOriginals } from './saveOriginals.ts';

type Download = StaffAnswer<'putStaffDownload'>;
interface Progress {
  readonly done: number;
  readonly all: number;
  readonly isWaiting: boolean;
}
interface Message {
  readonly tone: 'ok' | 'warn' | 'error';
  readonly text: string;
}

const REASONS = ['permission', 'original', 'gone'] as const;
/** Why photos of the selection are not in the ZIP; empty: all are. */
const refusals = ({ refused }: Download): string =>
  REASONS.map((why) => {
    const count = refused.filter((one) => one.why === why).length;
    return count === 0 ? '' : texts.refused[why](count);
  }).join('');

/** The download that runs, if any, and what came of the last one. */
function useDownload(onSaved: (saved: Download) => void, onMissing: (mediaUrls: readonly string[]) => void) {
  const urls = usePictureUrls();
  const recording = useStaffWrite('putStaffDownload');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (mediaUrls: readonly string[]) => {
    const abort = new AbortController();
    running.current = abort;
    setMessage(null);
    try {
      const download = await recording.mutateAsync({ media_urls: [...mediaUrls] });
      const all = download.files.length;
      if (all === 0) return setMessage({ tone: 'error', text: `${texts.nothing}${refusals(download)}` });
      setProgress({ done: 0, all, isWaiting: false });
      const missing = await saveOriginals(download, {
        addressOf: (mediaUrl) => urls.of(mediaUrl) ?? '',
        signal: abort.signal,
        onProgress: (next) => setProgress({ ...next, all }),
      });
      if (missing.length > 0) {
        onMissing(missing);
        return setMessage({ tone: 'error', text: texts.missing(missing.length) });
      }
      onSaved(download);
      const left = refusals(download);
      setMessage({ tone: left === '' ? 'ok' : 'warn', text: `${texts.done(all)}${left === '' ? '' : `。${left}`}` });
    } catch (error) {
      if (!abort.signal.aborted) setMessage({ tone: 'error', text: errorText(errorCodeOf(error)) });
    } finally {
      setProgress(null);
    }
  };
  return {
    save,
    cancel: () => running.current?.abort(),
    isBusy: recording.isPending || progress !== null,
    progress,
    message,
  };
}

interface DownloadBarProps {
  /** A large picture is shown. A download goes on. */
  readonly isHidden: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onSaved: (saved: Download) => void;
  /** Takes photos out of the selection. */
  readonly onMissing: (mediaUrls: readonly string[]) => void;
  readonly onClear: () => void;
  /** Compares the two that are chosen. */
  readonly onCompare: () => void;
}

/** What is done with the photos that are chosen. */
export function DownloadBar({ isHidden, chosen, onSaved, onMissing, onClear, onCompare }: DownloadBarProps) {
  const { save, cancel, isBusy, progress, message } = useDownload(onSaved, onMissing);
  if (isHidden || (chosen.size === 0 && progress === null && message === null)) return null;
  return (
    <section className={`${desk.together} ${styles.bar}`} aria-label={texts.save}>
      {message && <Banner tone={message.tone}>{message.text}</Banner>}
      {progress && (
        <p role="status">{progress.isWaiting ? texts.waiting : texts.fetching(progress.done, progress.all)}</p>
      )}
      {chosen.size > 0 && (
        <>
          <p aria-live="polite">
            <strong>{texts.selected(chosen.size)}</strong>
          </p>
          <div className={desk.choices}>
            <Button
              variant="primary"
              icon={<FolderDown size={18} aria-hidden="true" />}
              isBusy={isBusy}
              onClick={() => void save([...chosen])}
            >
              {texts.save}
            </Button>
            {chosen.size === 2 && <Button onClick={onCompare}>{staffPhotos.compareTwo}</Button>}
            {progress ? (
              <Button onClick={cancel}>{texts.cancel}</Button>
            ) : (
              <Button onClick={onClear}>{texts.clear}</Button>
            )}
          </div>
          <p className={desk.quiet}>{texts.purpose}</p>
        </>
      )}
    </section>
  );
}
