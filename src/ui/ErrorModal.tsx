import { ui } from '../messages/ja.ts';
import { Button } from './Button.tsx';
import { MessageModal } from './MessageModal.tsx';

interface ErrorModalProps {
  readonly text: string;
  readonly onClose: () => void;
  /** Leads to the tenant's index. */
  readonly onHome: () => void;
}

/** Its background does not close it (MOD-03). */
export function ErrorModal({ text, onClose, onHome }: ErrorModalProps) {
  return (
    <MessageModal
      tone="error"
      title={ui.error}
      lead={text}
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <Button variant="primary" size="l" isWide onClick={onHome}>
          {ui.home}
        </Button>
      }
    />
  );
}
