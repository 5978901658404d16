import { ui } from '../messages/ja.ts';
import { Button } from './Button.tsx';
import { MessageModal } from './MessageModal.tsx';

/** A finished action; its button leads on (MOD-01). */
export function ResultModal({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <MessageModal
      tone="ok"
      title={ui.result}
      lead={text}
      onClose={onClose}
      actions={
        <Button variant="primary" size="l" isWide onClick={onClose}>
          {ui.ok}
        </Button>
      }
    />
  );
}
