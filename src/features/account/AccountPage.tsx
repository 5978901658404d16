import type { ReactNode } from 'react';
import styles from './account.module.css';

/** One narrow column under its heading: sign-up, activation, rules. */
export function AccountPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.pageTitle}>{title}</h1>
        {lead && <p className={styles.pageLead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
