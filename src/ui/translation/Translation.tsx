import { useSyncExternalStore } from 'react';
import { OptionalBoundary } from '../DeferredBoundary.tsx';
import { lazyNamed } from '../lazyNamed.ts';
import styles from './Translation.module.css';
import { hasJapanese, translationTarget } from './translator.ts';

const TranslateText = lazyNamed(() => import('./TranslateText.tsx'), 'TranslateText');

const never = () => () => undefined;
const atServer = () => null;

/**
 * Offers to translate a fan's Japanese text, below the text (FAN-24b). Only for fans whose browser can translate and whose languages
 * have no Japanese: for all others nothing is drawn or loaded. It keeps its place from the first moment, so nothing moves.
 */
export function Translation({ text }: { readonly text: string }) {
  const target = useSyncExternalStore(never, translationTarget, atServer);
  if (target === null || !hasJapanese(text)) return null;
  return (
    <div className={styles.place}>
      <OptionalBoundary>
        <TranslateText key={text} text={text} target={target} />
      </OptionalBoundary>
    </div>
  );
}
