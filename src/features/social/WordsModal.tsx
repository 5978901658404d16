import { type ReactNode, useId } from 'react';
import { ui } from '../../messages/ja.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './WordsModal.module.css';

interface WordsModalProps {
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly isReady?: boolean;
  /** Nothing was typed: a press beside the dialog closes it. */
  readonly isEmpty: boolean;
  readonly sending: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly mutate: () => void;
  };
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog whose words go to the staff. A failure leaves it open with them. */
export function WordsModal(props: WordsModalProps) {
  const { title, lead, action, isReady = true, isEmpty, sending, onClose, children } = props;
  const formId = useId();
  return (
    <Modal
      title={title}
      onClose={onClose}
      isClosedByBackground={isEmpty}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!isReady} isBusy={sending.isPending}>
            {action}
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
        <p>{lead}</p>
        {children}
        {sending.isError && <Banner tone="error">{errorText(errorCodeOf(sending.error))}</Banner>}
      </form>
    </Modal>
  );
}
