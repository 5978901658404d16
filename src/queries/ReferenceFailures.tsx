import type { SharedList } from '../contract/endpoints.ts';
import { ui } from '../messages/ja.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import styles from './ReferenceFailures.module.css';
import { useReferenceFailures } from './useReferenceFailures.ts';

interface ReferenceFailuresProps {
  /** Lists the screen needs. */
  readonly of: readonly SharedList[];
  /** What it means to the fan that one of some lists is missing. */
  readonly note?: { readonly of: readonly SharedList[]; readonly text: string };
}

/**
 * Says which of the lists a screen needs could not be loaded (DAT-01), and loads them again; `data-failed` has the flags. Nothing
 * while all are there, nor where the screen itself was not seen before and says so.
 */
export function ReferenceFailures({ of, note }: ReferenceFailuresProps) {
  const { failed, texts, isUnseen, retry } = useReferenceFailures(of);
  if (texts.length === 0) return null;
  const notes = note?.of.some((one) => failed.includes(one)) ? [note.text] : [];
  return (
    <div className={isUnseen ? `${styles.failures} ${styles.unseen}` : styles.failures} data-failed={failed.join(' ')}>
      <Banner tone={isUnseen ? 'offline' : 'error'} action={<Button onClick={retry}>{ui.retry}</Button>}>
        {[...texts, ...notes].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Banner>
    </div>
  );
}
