import { Languages } from 'lucide-react';
import { useEffect, useState } from 'react';
import { translation as texts } from '../../messages/jaTranslation.ts';
import { Button } from '../Button.tsx';
import { MessageText } from '../MessageText.tsx';
import styles from './Translation.module.css';
import { canTranslateTo, translateText } from './translator.ts';

type State =
  | { readonly is: 'original' | 'failed' }
  /** `share` of the language that has been downloaded, 0–1; null: nothing has to be downloaded. */
  | { readonly is: 'working'; readonly share: number | null }
  | { readonly is: 'translated'; readonly words: string };

interface TranslateTextProps {
  readonly text: string;
  /** BCP 47. */
  readonly target: string;
}

/** The button that translates a text on the device, and the translation. The original stays above. */
export function TranslateText({ text, target }: TranslateTextProps) {
  const [isOffered, setOffered] = useState(false);
  const [state, setState] = useState<State>({ is: 'original' });
  useEffect(() => {
    let isGone = false;
    void canTranslateTo(target).then((can) => {
      if (!isGone) setOffered(can);
    });
    return () => {
      isGone = true;
    };
  }, [target]);
  if (!isOffered) return null;
  const translate = async () => {
    setState({ is: 'working', share: null });
    try {
      const words = await translateText(text, target, (share) => setState({ is: 'working', share }));
      setState({ is: 'translated', words });
    } catch {
      setState({ is: 'failed' });
    }
  };
  const isTranslated = state.is === 'translated';
  return (
    <>
      <div role="status">
        {isTranslated && (
          <p className={styles.words} lang={target} translate="no">
            <MessageText text={state.words} />
          </p>
        )}
        {state.is === 'failed' && <p className={styles.failed}>{texts.failed}</p>}
      </div>
      <Button
        variant="quiet"
        className={styles.button}
        icon={<Languages size={18} aria-hidden="true" />}
        isBusy={state.is === 'working'}
        onClick={() => (isTranslated ? setState({ is: 'original' }) : void translate())}
      >
        {isTranslated ? texts.original : state.is === 'working' ? workingText(state.share) : texts.show}
      </Button>
    </>
  );
}

const workingText = (share: number | null): string =>
  share === null || share >= 1 ? texts.working : texts.loading(Math.round(share * 100));
