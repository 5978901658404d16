import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportReason } from '../../contract/reports.ts';
import { REPORT_TEXT_MAX } from '../../contract/staffLimits.ts';
import { report as texts } from '../../messages/jaReports.ts';
import { useServices } from '../../services/services.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { ReasonField } from './ReasonField.tsx';
import { WordsModal } from './WordsModal.tsx';

interface ReportModalProps {
  /** A photo by its media_url, or a fan by the user id. */
  readonly about: { readonly mediaUrl: string } | { readonly userId: string };
  readonly onClose: () => void;
}

/** Reports a photo or a fan: a reason, and words where the fan wants to add some (STF-03a). A failure leaves it open. */
export function ReportModal({ about, onClose }: ReportModalProps) {
  const { api } = useServices();
  const { open } = useOverlays();
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
    <WordsModal
      title={'mediaUrl' in about ? texts.photoTitle : texts.fanTitle}
      lead={texts.lead}
      action={texts.action}
      isEmpty={text === ''}
      sending={sending}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
      <TextArea
        label={texts.text}
        hint={texts.textHint}
        rows={3}
        value={text}
        onChange={setText}
        max={REPORT_TEXT_MAX}
      />
    </WordsModal>
  );
}
