import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../messages/jaErrors.ts';
import { exporting as texts } from '../../../messages/jaSettings.ts';
import { useServices } from '../../../services/services.tsx';
import { pictureUrl } from '../../../services/usePictureUrls.ts';
import { Banner } from '../../../ui/Banner.tsx';
import buttonStyles from '../../../ui/Button.module.css';
import { Button } from '../../../ui/Button.tsx';
import { useSubmit } from '../useSubmit.ts';
import { type ExportProgress, exportOwn } from './exportOwn.ts';
import { SettingsSection } from './SettingsSection.tsx';
import styles from './settings.module.css';

interface Made {
  readonly address: string;
  readonly photos: number;
  readonly previews: number;
  readonly missing: number;
}

/** One's own data as a ZIP, made in the browser. */
export function ExportSection() {
  const { api, session, config } = useServices();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const { isBusy, error, submit } = useSubmit();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(made?.address ?? ''), [made]);

  const handleStart = async () => {
    const controller = new AbortController();
    running.current = controller;
    setMade(null);
    await submit(async () => {
      const source = {
        loadRecord: (signal: AbortSignal) => api.getExport({ signal }),
        loadProfile: () => session.fetchProfile(),
        addressOf: (key: string) => pictureUrl(config.objects.publicBase, key),
      };
      const { zip, photos, previews, missing } = await exportOwn(source, controller.signal, setProgress);
      setMade({ address: URL.createObjectURL(zip), photos, previews, missing });
    });
    setProgress(null);
  };
  return (
    <SettingsSection title={texts.title} lead={texts.lead}>
      {isBusy && <Running progress={progress} />}
      {error && error !== 'ABORTED' && <Banner tone="error">{errorText(error)}</Banner>}
      {made && <Finished made={made} />}
      {isBusy ? (
        <Button onClick={() => running.current?.abort()}>{texts.stop}</Button>
      ) : (
        <Button onClick={handleStart}>{texts.start}</Button>
      )}
    </SettingsSection>
  );
}

function Running({ progress }: { readonly progress: ExportProgress | null }) {
  return (
    <div role="status">
      <p>{progress ? texts.busy(progress.done, progress.all) : texts.preparing}</p>
      {progress && <progress className={styles.progress} aria-hidden="true" value={progress.done} max={progress.all} />}
    </div>
  );
}

function Finished({ made }: { readonly made: Made }) {
  const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' });
  return (
    <>
      <Banner tone="ok">{texts.done(made.photos)}</Banner>
      {made.previews > 0 && <Banner tone="info">{texts.previews(made.previews)}</Banner>}
      {made.missing > 0 && <Banner tone="warn">{texts.missing(made.missing)}</Banner>}
      <a
        className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.link}`}
        href={made.address}
        download={texts.fileName(day)}
      >
        <Download aria-hidden="true" size={20} />
        <span>{texts.save}</span>
      </a>
    </>
  );
}
