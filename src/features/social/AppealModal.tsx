import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { APPEAL_TEXT_MAX } from '../../contract/staffLimits.ts';
import { appeal as texts } from '../../messages/jaReports.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { useServices } from '../../services/services.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { WordsModal } from './WordsModal.tsx';

interface AppealModalProps {
  readonly noticeId: string;
  readonly onClose: () => void;
}

/** The author of something says what speaks against a decision, once (STF-06). A failure leaves it open with its words. */
export function AppealModal({ noticeId, onClose }: AppealModalProps) {
  const { api } = useServices();
  const { open } = useOverlays();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const sending = useMutation({
    mutationFn: () => api.putAppeal({ body: { notice_id: noticeId, text } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'getNotices' });
      onClose();
      open({ mode: 'result', text: texts.done });
    },
  });
  return (
    <WordsModal
      title={texts.title}
      lead={texts.lead}
      action={texts.send}
      isReady={!isBlank(text)}
      isEmpty={text === ''}
      sending={sending}
      onClose={onClose}
    >
      <TextArea label={texts.text} rows={5} value={text} onChange={setText} max={APPEAL_TEXT_MAX} />
    </WordsModal>
  );
}
