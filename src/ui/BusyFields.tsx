import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './BusyFields.module.css';

interface BusyFieldsProps {
  /** They are being sent: what is typed now would be in no request. */
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** The fields of a form, disabled while it is sent. The field that had the focus gets it back, unless it went elsewhere meanwhile. */
export function BusyFields({ isBusy, children }: BusyFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isBusy) return;
    const now = document.activeElement;
    if (now === null || now === document.body) focused.current?.focus({ preventScroll: true });
    else if (now !== focused.current) focused.current = null;
  }, [isBusy]);
  return (
    <fieldset
      ref={fields}
      role="none"
      className={styles.fields}
      disabled={isBusy}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        // Browsers take the focus from what is disabled: that field is where it goes back to.
        if (!fields.current?.disabled) focused.current = null;
      }}
    >
      {children}
    </fieldset>
  );
}
