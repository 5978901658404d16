/** Lists of words at the desk: a row with one button, and the form that adds to them. */
import { type SubmitEvent, useState } from 'react';
import { QUERY_TEXT_MAX } from '../contract/limits.ts';
import { errorText } from '../messages/jaErrors.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { LimitedTextField } from '../ui/Field.tsx';
import styles from './Staff.module.css';

/** The call that changes a word. */
interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
}

interface WordRowProps {
  readonly word: string;
  readonly fact?: string;
  readonly action: string;
  /** Names the word. */
  readonly actionLabel: string;
  readonly change: Change;
  readonly onPress: () => void;
}

export function WordRow({ word, fact = '', action, actionLabel, change, onPress }: WordRowProps) {
  return (
    <li className={styles.row}>
      <p>
        <strong>{word}</strong> <span className={styles.quiet}>{fact}</span>
      </p>
      <Button aria-label={actionLabel} isBusy={change.isPending} onClick={onPress}>
        {action}
      </Button>
      {change.error !== null && <Banner tone="error">{errorText(errorCodeOf(change.error))}</Banner>}
    </li>
  );
}

interface WordFormProps {
  readonly label: string;
  readonly action: string;
  readonly change: Change;
  /** `clear`: to be called when the word has been taken. */
  readonly onWord: (word: string, clear: () => void) => void;
}

/** What is typed stays when the call fails. */
export function WordForm({ label, action, change, onWord }: WordFormProps) {
  const [word, setWord] = useState('');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBlank(word)) onWord(word.trim(), () => setWord(''));
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <LimitedTextField
        label={label}
        autoComplete="off"
        max={QUERY_TEXT_MAX}
        value={word}
        onChange={setWord}
        error={change.error === null ? null : errorText(errorCodeOf(change.error))}
      />
      <Button type="submit" isBusy={change.isPending} disabled={isBlank(word)}>
        {action}
      </Button>
    </form>
  );
}
