import type { ReactNode } from 'react';
import { ui } from '../messages/ja.ts';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

interface ConfirmModalProps {
  readonly text: string;
  readonly actionLabel: string;
  readonly isDangerous: boolean;
  readonly onConfirm: () => void;
  /** What else is chosen before. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal({ text, actionLabel, isDangerous, onConfirm, children, onClose }: ConfirmModalProps) {
  const handleConfirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Modal
      title={ui.confirm}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} onClick={handleConfirm}>
            {actionLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Modal>
  );
}
