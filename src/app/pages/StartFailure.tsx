import { pageTexts as texts } from '../../messages/jaPages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The product's own settings or code could not be had: no signal and nothing kept. */
export function StartFailure() {
  return (
    <EmptyState title={texts.loadFailed} action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}>
      {texts.loadFailedText}
    </EmptyState>
  );
}
