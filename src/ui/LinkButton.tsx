import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

interface LinkButtonProps {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary' | 'quiet';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A link to a page that looks like a button. */
export function LinkButton({ href, variant = 'secondary', icon, children }: LinkButtonProps) {
  return (
    <Link href={href} className={`${styles.button} ${styles[variant]} ${styles.link}`}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
