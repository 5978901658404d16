import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { MODAL_DELAY_MS } from '../contract/limits.ts';
import { ui } from '../messages/ja.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Modal.module.css';
import { guardAfterClosing, guardAfterOpening } from './tapGuard.ts';
import { useScrollLock } from './useScrollLock.ts';

interface ModalProps {
  /** What the dialog is called, too. */
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons, in reading order. */
  readonly actions?: ReactNode;
  /** `modal`: a small sheet; `overlay`: a tall page over the page (OVL-01); `photo`: the whole screen on dark; `drawer`: the side menu. */
  readonly kind?: 'modal' | 'overlay' | 'photo' | 'drawer';
  /** The error modal is not closed by its background (MOD-03), nor a form by a stray press. */
  readonly isClosedByBackground?: boolean;
  readonly isTitleHidden?: boolean;
  /** The close control is faded out until it has the keyboard's focus. */
  readonly isHeaderFaded?: boolean;
  /** Fades out: what comes next opens after it (PST-01). */
  readonly isLeaving?: boolean;
}

/** A native modal dialog: focus trapped and given back, Escape closes, page scroll locked (OVL-02). Mount it to open it. */
export function Modal(props: ModalProps) {
  const { title, onClose, children, actions, kind = 'modal', isClosedByBackground = true, isTitleHidden } = props;
  const { isLeaving = false, isHeaderFaded } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const focused = useRef<HTMLElement>(null);
  const titleId = useId();
  useScrollLock(true);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const timer = setTimeout(() => {
      if (!element?.isConnected || element.open) return;
      element.showModal();
      guardAfterOpening();
    }, MODAL_DELAY_MS);
    return () => {
      clearTimeout(timer);
      guardAfterClosing();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  const handleCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return; // a file input's own cancel bubbles up to here
    // A refusal the browser would not listen to: it closes the dialog itself now, and `close` follows.
    if (!event.cancelable) return;
    event.preventDefault();
    onClose();
  };
  /**
   * Browsers close a dialog by themselves at the second request in a row (Escape, the back gesture). Whether it closes is for
   * `onClose` to say: one that stays is shown again, as it was.
   */
  const handleClosed = (event: SyntheticEvent) => {
    const element = dialog.current;
    if (event.target !== element) return;
    onClose();
    setTimeout(() => {
      if (!element.isConnected || element.open) return;
      const place = focused.current;
      element.showModal();
      if (place?.isConnected) place.focus({ preventScroll: true });
    });
  };
  const handlePress = (event: SyntheticEvent) => {
    if (isClosedByBackground && event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way to close is Escape, handled by onCancel
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[kind]}`}
      aria-labelledby={titleId}
      data-leaving={isLeaving || undefined}
      onCancel={handleCancel}
      onClose={handleClosed}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onClick={handlePress}
    >
      <div className={styles.sheet}>
        <header className={isTitleHidden ? styles.bareHeader : styles.header} data-faded={isHeaderFaded || undefined}>
          <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : styles.title} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label={ui.close} icon={<X aria-hidden="true" />} onClick={onClose} isOnPhoto={kind === 'photo'} />
        </header>
        <div className={styles.body}>{children}</div>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
