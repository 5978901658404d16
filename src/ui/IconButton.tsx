import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Read by screen readers and shown as tooltip: the icon alone says nothing. */
  readonly label: string;
  readonly icon: ReactNode;
  /** On photographs: a dark translucent disc under the icon. */
  readonly isOnPhoto?: boolean;
}

/** A 44×44 target with an icon. */
export function IconButton({ label, icon, isOnPhoto = false, className, type = 'button', ...rest }: IconButtonProps) {
  const names = [styles.button, isOnPhoto && styles.onPhoto, className];
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={names.filter(Boolean).join(' ')}>
      {icon}
    </button>
  );
}
