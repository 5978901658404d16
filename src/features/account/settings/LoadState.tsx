import { CloudOff } from 'lucide-react';
import { settings } from '../../../messages/jaSettings.ts';
import { LoadFailure } from '../../../queries/LoadFailure.tsx';
import { holdFoot } from '../../../ui/holdFoot.ts';
import styles from './settings.module.css';

/** While the settings load, and where they cannot be had. */
export function LoadState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error === null) return <div className={styles.loading} aria-busy="true" ref={holdFoot} />;
  return (
    <LoadFailure
      icon={<CloudOff aria-hidden="true" />}
      title={settings.loadFailed}
      error={error}
      onRetry={onRetry}
      offer={null}
    />
  );
}
