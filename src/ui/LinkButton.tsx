import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';
import { phrased } from './phrases/phrased.ts';

interface LinkButtonProps {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly size?: 'm' | 'l';
  readonly icon?: ReactNode;
  /** Where the words on it say less than it is called. */
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
  /** In place of the present entry of the history. */
  readonly replace?: boolean;
  readonly onClick?: () => void;
}

/** A link to a page that looks like a button. */
export function LinkButton({ variant = 'secondary', size, icon, children, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={`${styles.button} ${styles[variant]} ${styles.link} ${size === 'l' ? styles.large : ''}`}
    >
      {icon}
      <span>{phrased(children)}</span>
    </Link>
  );
}
