import { outboxEdit, outbox as texts } from '../../../messages/jaOutbox.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Modal } from '../../../ui/Modal.tsx';

interface NoJobModalProps {
  readonly title: string;
  /** Another fan's; else it left the queue. */
  readonly isOthers: boolean;
  readonly onClose: () => void;
}

/** In place of a post that cannot be changed here any more. */
export const NoJobModal = ({ title, isOthers, onClose }: NoJobModalProps) => (
  <Modal title={title} onClose={onClose}>
    <Banner tone="info">{isOthers ? texts.loginText : outboxEdit.gone}</Banner>
  </Modal>
);
