import { ImageOff, Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { gallery as texts, ui } from '../../messages/ja.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

type ListStateProps =
  | { readonly kind: 'failed' | 'moreFailed'; readonly onRetry: () => void }
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
      return (
        <EmptyState
          icon={<ImageOff aria-hidden="true" />}
          title={texts.failed}
          action={<Button onClick={props.onRetry}>{ui.retry}</Button>}
        />
      );
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
