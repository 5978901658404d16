import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { OutboxContent } from './OutboxContent.tsx';

/** The outbox over any page; a page of its own shows the same (QUE-04). */
export function OutboxPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={texts.title} onClose={onClose}>
      <OutboxContent />
    </Modal>
  );
}
