import { useEffect } from 'react';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { tellScreenBroke } from '../../platform/measurements/screenBroke.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** In the place of a screen that broke. */
export function Broken() {
  useEffect(tellScreenBroke, []);
  return (
    <EmptyState
      isPage
      title={texts.brokenTitle}
      action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}
    >
      {texts.brokenText}
    </EmptyState>
  );
}
