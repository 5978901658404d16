import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { APPEAL_TEXT_MAX } from '../../contract/staffLimits.ts';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { appeal as texts } from '../../messages/jaReports.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { useServices } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './ReportModal.module.css';

interface AppealModalProps {
  readonly noticeId: string;
  readonly onClose: () => void;
}

/** The author of something says what speaks against a decision, once (STF-06). A failure leaves it open with its words. */
export function AppealModal({ noticeId, onClose }: AppealModalProps) {
  const { api } = useServices();
  const { open } = useOverlays();
  const queryClient = useQueryClient();
  const formId = useId();
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
    <Modal
      title={texts.title}
      onClose={onClose}
      isClosedByBackground={text === ''}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isBlank(text)} isBusy={sending.isPending}>
            {texts.send}
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
        <TextArea label={texts.text} rows={5} value={text} onChange={setText} max={APPEAL_TEXT_MAX} />
        {sending.isError && <Banner tone="error">{errorText(errorCodeOf(sending.error))}</Banner>}
      </form>
    </Modal>
  );
}
