import { ui } from '../../messages/ja.ts';
import { noEvent } from '../../messages/jaPost.ts';
import { Button } from '../../ui/Button.tsx';
import { MessageModal } from '../../ui/MessageModal.tsx';

/** Nothing to post to at the moment (PST-02). */
export function NoEventModal({ onClose, onSeeEvents }: { onClose: () => void; onSeeEvents: () => void }) {
  return (
    <MessageModal
      tone="info"
      title={noEvent.title}
      lead={noEvent.lead}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          <Button variant="primary" onClick={onSeeEvents}>
            {noEvent.seeEvents}
          </Button>
        </>
      }
    >
      {noEvent.text}
    </MessageModal>
  );
}
