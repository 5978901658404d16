import { ImageOff, Images } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ui } from '../../messages/ja.ts';
import { photoLists as texts } from '../../messages/jaPhotoLists.ts';
import { listFailures } from '../../messages/jaReferenceData.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { isNoSignal } from '../../queries/noSignal.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';

type ListStateProps =
  | ({ readonly kind: 'failed' } & FailedListProps)
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

interface FailedListProps {
  /** The call the list is from. */
  readonly name?: unknown;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Is there a way to elsewhere? A list that is but a part of its page needs none. */
  readonly hasOffer?: boolean;
}

/**
 * A list the server could not give opens the error modal (ERR-02), after each try, and keeps its place with a button to try again.
 * Without signal the page says so itself: there is nothing at home that would help.
 */
function FailedList({ name, error, onRetry, hasOffer = true }: FailedListProps) {
  const { open } = useOverlays();
  const text = listFailures[name as keyof typeof listFailures] ?? listFailures.getPublicList;
  useEffect(() => {
    if (!isNoSignal(error)) open({ mode: 'error', text });
  }, [error, open, text]);
  return (
    <LoadFailure
      icon={<ImageOff aria-hidden="true" />}
      title={texts.failed}
      error={error}
      onRetry={onRetry}
      offer={hasOffer ? undefined : null}
    />
  );
}
