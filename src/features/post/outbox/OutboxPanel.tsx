import { outbox as texts } from '../../../messages/jaOutbox.ts';
import { Modal } from '../../../ui/Modal.tsx';
import { Outbox } from './Outbox.tsx';

/** The outbox over any page; a page of its own shows the same (QUE-04). */
export function OutboxPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={texts.title} onClose={onClose}>
      <Outbox />
    </Modal>
  );
}
