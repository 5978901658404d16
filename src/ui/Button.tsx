import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';
import { phrased } from './phrases/phrased.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once a view; `danger` for what cannot be undone. */
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'm' | 'l';
  /** Shows a spinner and ignores presses; the label stays for screen readers. */
  readonly isBusy?: boolean;
  readonly icon?: ReactNode;
  readonly isWide?: boolean;
}

/** Also keeps a form from being sent again. */
const ignore = (event: MouseEvent) => event.preventDefault();

export function Button({
  variant = 'secondary',
  size = 'm',
  isBusy = false,
  isWide = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const names = [styles.button, styles[variant], size === 'l' && styles.large, isWide && styles.wide, className];
  return (
    <button
      {...rest}
      type={type}
      className={names.filter(Boolean).join(' ')}
      // Not disabled: that would take the focus away from who has just pressed it.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
    >
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span>{phrased(children)}</span>
    </button>
  );
}
