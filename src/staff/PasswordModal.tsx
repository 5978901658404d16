import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ui } from '../messages/ja.ts';
import { errorText } from '../messages/jaErrors.ts';
import { passwordAgain as texts } from '../messages/jaStaff.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { useServices } from '../services/services.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/Field.tsx';
import { Modal } from '../ui/Modal.tsx';

interface PasswordModalProps {
  readonly onClose: () => void;
  /** The sign-in is new. */
  readonly onConfirmed: () => void;
}

/** Asks for the password again before what cannot be undone (STF-04a): a new sign-in of the same account. */
export function PasswordModal({ onClose, onConfirmed }: PasswordModalProps) {
  const { session } = useServices();
  const formId = useId();
  const [password, setPassword] = useState('');
  const confirming = useMutation({
    mutationFn: async () => session.confirmPassword(password),
    onSuccess: () => {
      onClose();
      onConfirmed();
    },
  });
  const code = confirming.isError ? errorCodeOf(confirming.error) : null;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      isClosedByBackground={false}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="danger" type="submit" form={formId} isBusy={confirming.isPending}>
            {texts.action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          confirming.mutate();
        }}
      >
        <p>{texts.lead}</p>
        {code !== null && (
          <Banner tone="error">{code === 'NotAuthorizedException' ? texts.wrong : errorText(code)}</Banner>
        )}
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Modal>
  );
}
