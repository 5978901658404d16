import { useLayoutEffect } from 'react';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { removeFrameBars } from '../boot/frameBars.ts';

/** The product's own settings or code could not be had: no signal and nothing kept. */
export function StartFailure() {
  useLayoutEffect(() => removeFrameBars('header', 'tabs'), []);
  return (
    <EmptyState
      isPage
      title={texts.loadFailed}
      action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}
    >
      {texts.loadFailedText}
    </EmptyState>
  );
}
