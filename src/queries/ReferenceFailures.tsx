import { ui } from '../messages/ja.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './ReferenceFailures.module.css';
import { type ReferencePart, useReferenceFailures } from './useReferenceFailures.ts';

/**
 * Says which of the data a screen needs could not be loaded (DAT-01); nothing while all is there, nor where the screen itself was
 * not seen before and says so.
 */
export function ReferenceFailures({ of }: { readonly of: readonly ReferencePart[] }) {
  const { texts, isUnseen, retry } = useReferenceFailures(of);
  if (texts.length === 0) return null;
  return (
    <div className={isUnseen ? `${styles.failures} ${styles.unseen}` : styles.failures}>
      <Banner tone={isUnseen ? 'offline' : 'error'} action={<Button onClick={retry}>{ui.retry}</Button>}>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Banner>
    </div>
  );
}
