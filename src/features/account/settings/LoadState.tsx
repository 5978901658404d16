import { CloudOff } from 'lucide-react';
import { settings } from '../../../messages/jaSettings.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import styles from './settings.module.css';

/** While the settings load, and where they cannot be had. */
export function LoadState({ isFailed, onRetry }: { readonly isFailed: boolean; readonly onRetry: () => void }) {
  if (!isFailed) return <div className={styles.loading} aria-busy="true" />;
  return (
    <EmptyState
      icon={<CloudOff aria-hidden="true" />}
      title={settings.loadFailed}
      action={<Button onClick={onRetry}>{settings.retry}</Button>}
    />
  );
}
