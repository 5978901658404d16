import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ui } from '../messages/ja.ts';
import { pageTexts as texts } from '../messages/jaPages.ts';
import { usePaths } from '../navigation/paths.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import styles from './LoadFailure.module.css';
import { isDeviceOffline, isNoSignal } from './noSignal.ts';

interface LoadFailureProps {
  /** What could not be had, in the words of its page; said where the server failed. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Stands for what was asked for. */
  readonly icon?: ReactNode;
  /** The way to what may have been seen before, for those without signal; default: home. */
  readonly offer?: ReactNode;
  /** It stands in place of a whole page. */
  readonly isPage?: boolean;
}

/**
 * In place of a page, a list or an overlay that is not there: without signal or answer it was not seen yet, which is nobody's failure
 * (DAT-02), and comes by itself with the signal (queries/revalidate.ts). Otherwise the server failed.
 */
export function LoadFailure({ title, error, onRetry, icon, offer, isPage = false }: LoadFailureProps) {
  const isUnseen = isNoSignal(error);
  const isOffline = isDeviceOffline();
  return (
    <div role="alert" data-unseen={isUnseen || undefined}>
      <EmptyState
        isPage={isPage}
        icon={isUnseen ? <CloudOff aria-hidden="true" /> : icon}
        title={isUnseen ? (isOffline ? texts.unseen : texts.unreachable) : title}
        action={
          <div className={styles.actions}>
            {isUnseen && (offer === undefined ? <HomeLink /> : offer)}
            <Button onClick={onRetry}>{ui.retry}</Button>
          </div>
        }
      >
        {isUnseen ? (isOffline ? texts.unseenText : texts.unreachableText) : texts.failedText}
      </EmptyState>
    </div>
  );
}

function HomeLink() {
  return <LinkButton href={usePaths().home}>{texts.goHome}</LinkButton>;
}
