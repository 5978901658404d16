import { CircleAlert, CircleCheck, CloudOff, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { phrased } from './phrases/phrased.ts';

const icons = { error: CircleAlert, warn: CircleAlert, ok: CircleCheck, info: Info, offline: CloudOff } as const;

interface BannerProps {
  readonly tone: keyof typeof icons;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A message in the flow of the page. Errors are announced at once, the rest politely. */
export function Banner({ tone, children, action }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" size={20} className={styles.icon} />
      <div className={styles.text}>{phrased(children)}</div>
      {action}
    </div>
  );
}
