import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReportReason } from '../../contract/reports.ts';
import { REPORT_TEXT_MAX } from '../../contract/staffLimits.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { report as texts } from '../../messages/jaReports.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { ReasonField } from './ReasonField.tsx';
import styles from './ReportModal.module.css';

interface ReportModalProps {
  /** A photo by its media_url, or a fan by the user id. */
  readonly about: { readonly mediaUrl: string } | { readonly userId: string };
  readonly onClose: () => void;
}

/** Reports a photo or a fan: a reason, and words where the fan wants to add some (STF-03a). A failure leaves it open. */
export function ReportModal({ about, onClose }: ReportModalProps) {
  const { api } = useServices();
  const { open } = useOverlays();
  const formId = useId();
  const [reason, setReason] = useState<ReportReason>('privacy');
  const [text, setText] = useState('');
  const sending = useMutation({
    mutationFn: () =>
      'mediaUrl' in about
        ? api.putPhotoReport({ body: { media_url: about.mediaUrl, reason, text } })
        : api.putFanReport({ body: { user_id: about.userId, reason, text } }),
    onSuccess: () => {
      onClose();
      open({ mode: 'result', text: texts.done });
    },
  });
  return (
    <Modal
      title={'mediaUrl' in about ? texts.photoTitle : texts.fanTitle}
      onClose={onClose}
      isClosedByBackground={text === ''}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={sending.isPending}>
            {texts.action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <p>{texts.lead}</p>
        <ReasonField value={reason} onChange={setReason} />
        <TextArea
          label={texts.text}
          hint={texts.textHint}
          rows={3}
          value={text}
          onChange={setText}
          max={REPORT_TEXT_MAX}
        />
        {sending.isError && <Banner tone="error">{errorText(errorCodeOf(sending.error))}</Banner>}
      </form>
    </Modal>
  );
}
