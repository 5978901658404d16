import { type SubmitEvent, useState } from 'react';
import { QUERY_TEXT_MAX } from '../contract/limits.ts';
import { errorText } from '../messages/jaErrors.ts';
import { wordsPage as texts } from '../messages/jaStaffContent.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { isBlank } from '../rules/visibleText.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LimitedTextField } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

/** Popular search words and those that are kept out of them (STF-11a). */
export function WordsPage() {
  const query = useStaffQuery('getStaffWords');
  return (
    <Loaded query={query}>
      {({ popular, hidden }) => (
        <>
          <section className={styles.section}>
            <h2>{texts.popular}</h2>
            <p className={styles.quiet}>{texts.popularLead}</p>
            {popular.length === 0 && <EmptyState title={texts.none} />}
            <ul className={styles.rows}>
              {popular.map(({ word, count }) => (
                <WordRow key={word} word={word} fact={texts.count(count)} isHidden={false} />
              ))}
            </ul>
            <HideForm />
          </section>
          <section className={styles.section}>
            <h2>{texts.hidden}</h2>
            {hidden.length === 0 && <EmptyState title={texts.noneHidden} />}
            <ul className={styles.rows}>
              {hidden.map((word) => (
                <WordRow key={word} word={word} fact="" isHidden />
              ))}
            </ul>
          </section>
        </>
      )}
    </Loaded>
  );
}

interface WordRowProps {
  readonly word: string;
  readonly fact: string;
  readonly isHidden: boolean;
}

function WordRow({ word, fact, isHidden }: WordRowProps) {
  const toast = useToast();
  const setting = useStaffWrite('putStaffWord', () => toast(isHidden ? texts.isShown(word) : texts.isHidden(word)));
  return (
    <li className={styles.row}>
      <p>
        <strong>{word}</strong> <span className={styles.quiet}>{fact}</span>
      </p>
      <Button
        aria-label={isHidden ? texts.showOf(word) : texts.hideOf(word)}
        isBusy={setting.isPending}
        onClick={() => setting.mutate({ word, is_hidden: !isHidden })}
      >
        {isHidden ? texts.show : texts.hide}
      </Button>
      {setting.error && <Banner tone="error">{errorText(errorCodeOf(setting.error))}</Banner>}
    </li>
  );
}

/** Hides a word that nobody has searched for yet. What is typed stays when the call fails. */
function HideForm() {
  const toast = useToast();
  const [word, setWord] = useState('');
  const hiding = useStaffWrite('putStaffWord', (body) => {
    toast(texts.isHidden(body.word));
    setWord('');
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBlank(word)) hiding.mutate({ word: word.trim(), is_hidden: true });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <LimitedTextField
        label={texts.word}
        autoComplete="off"
        max={QUERY_TEXT_MAX}
        value={word}
        onChange={setWord}
        error={hiding.error ? errorText(errorCodeOf(hiding.error)) : null}
      />
      <Button type="submit" isBusy={hiding.isPending} disabled={isBlank(word)}>
        {texts.hide}
      </Button>
    </form>
  );
}
