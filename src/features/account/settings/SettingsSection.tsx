import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** One matter of the settings under its heading. */
export function SettingsSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
