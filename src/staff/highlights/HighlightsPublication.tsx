import { useState } from 'react';
import type { StaffHighlights } from '../../contract/staffHighlightsEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffHighlights as texts } from '../../messages/jaStaffHighlights.ts';
import { usePaths } from '../../navigation/paths.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { TextField } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useHasDirtyForm } from '../../ui/useDirtyForm.ts';
import desk from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';
import styles from './Highlights.module.css';

interface HighlightsPublicationProps {
  readonly eventId: string;
  /** null: nobody has made it. */
  readonly page: StaffHighlights | null;
}

/** Publishes the page and takes it back. A public page has its address here. */
export function HighlightsPublication({ eventId, page }: HighlightsPublicationProps) {
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const hasTyped = useHasDirtyForm();
  const writing = useStaffWrite('putStaffHighlightsState', ({ is_published }, { result }) => {
    if (result === 'ok') toast(is_published ? texts.published : texts.takenBack);
  });
  if (page === null) return null;
  const write = (is_published: boolean) => writing.mutate({ event_id: eventId, revision: page.revision, is_published });
  const result = writing.data?.result;
  return (
    <section className={desk.card}>
      <h2>{texts.state}</h2>
      <p>{page.is_published ? texts.isPublic : texts.isDraft}</p>
      {hasTyped && <Banner tone="warn">{texts.unsaved}</Banner>}
      {writing.error !== null && <Banner tone="error">{errorText(errorCodeOf(writing.error))}</Banner>}
      {result !== undefined && result !== 'ok' && <Banner tone="warn">{texts.results[result]}</Banner>}
      {page.is_published ? (
        <>
          <PageAddress eventId={eventId} />
          <Button isBusy={writing.isPending} onClick={() => setAsking(true)}>
            {texts.takeBack}
          </Button>
        </>
      ) : (
        <Button variant="primary" isBusy={writing.isPending} disabled={hasTyped} onClick={() => write(true)}>
          {texts.publish}
        </Button>
      )}
      {isAsking && (
        <ConfirmModal
          text={texts.askTakeBack}
          actionLabel={texts.takeBack}
          isDangerous
          onConfirm={() => write(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

function PageAddress({ eventId }: { readonly eventId: string }) {
  const toast = useToast();
  const path = usePaths().highlights(eventId);
  const address = `${location.origin}${path}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast(texts.copied),
      () => toast(texts.copyFailed, 'error'),
    );
  return (
    <>
      <TextField label={texts.address} readOnly value={address} onFocus={({ target }) => target.select()} />
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <LinkButton href={path}>{texts.open}</LinkButton>
      </div>
    </>
  );
}
