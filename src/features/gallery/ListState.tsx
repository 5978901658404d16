import { ImageOff, Images } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { AppError } from '../../contract/errors.ts';
import { gallery as texts, ui } from '../../messages/ja.ts';
import { listFailures } from '../../messages/jaShared.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';

type ListStateProps =
  /** `name`: the call the list is from. */
  | { readonly kind: 'failed'; readonly name?: unknown; readonly error: unknown; readonly onRetry: () => void }
  | { readonly kind: 'moreFailed'; readonly onRetry: () => void }
  | {
      readonly kind: 'empty';
      readonly title?: string | undefined;
      readonly text?: string | undefined;
      readonly action?: ReactNode;
    };

/** What a list of photos shows when there is nothing to show. */
export function ListState(props: ListStateProps) {
  switch (props.kind) {
    case 'failed':
      return <FailedList {...props} />;
    case 'moreFailed':
      return (
        <Banner tone="error" action={<Button onClick={props.onRetry}>{ui.retry}</Button>}>
          {texts.moreFailed}
        </Banner>
      );
    case 'empty':
      return (
        <EmptyState icon={<Images aria-hidden="true" />} title={props.title ?? texts.empty} action={props.action}>
          {props.text ?? texts.emptyText}
        </EmptyState>
      );
  }
}

/** No answer of ours at all: no signal, or a portal in between (T24). */
const NO_SIGNAL: readonly string[] = ['NETWORK', 'TIMEOUT', 'BAD_ANSWER'];

interface FailedListProps {
  readonly name?: unknown;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/**
 * A list the server could not give opens the error modal (ERR-02), after each try, and keeps its place with a button to try again.
 * Without signal the page says so itself: there is nothing at home that would help.
 */
function FailedList({ name, error, onRetry }: FailedListProps) {
  const { open } = useOverlays();
  const text = listFailures[name as keyof typeof listFailures] ?? listFailures.getPublicList;
  useEffect(() => {
    const hasNoSignal = error instanceof AppError && NO_SIGNAL.includes(error.code);
    if (!hasNoSignal) open({ mode: 'error', text });
  }, [error, open, text]);
  return (
    <EmptyState
      icon={<ImageOff aria-hidden="true" />}
      title={texts.failed}
      action={<Button onClick={onRetry}>{ui.retry}</Button>}
    />
  );
}
