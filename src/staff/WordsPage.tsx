import { wordsPage as texts } from '../messages/jaStaffContent.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import { SampleTags } from './SampleTags.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';
import { WordForm, WordRow } from './WordParts.tsx';

/** Popular search words and those that are kept out of them (STF-11a). */
export function WordsPage() {
  const query = useStaffQuery('getStaffWords');
  return (
    <>
      <Loaded query={query}>
        {({ popular, hidden }) => (
          <>
            <section className={styles.section}>
              <h2>{texts.popular}</h2>
              <p className={styles.quiet}>{texts.popularLead}</p>
              {popular.length === 0 && <EmptyState title={texts.none} />}
              <ul className={styles.rows}>
                {popular.map(({ word, count }) => (
                  <SearchWordRow key={word} word={word} fact={texts.count(count)} isHidden={false} />
                ))}
              </ul>
              <HideForm />
            </section>
            <section className={styles.section}>
              <h2>{texts.hidden}</h2>
              {hidden.length === 0 && <EmptyState title={texts.noneHidden} />}
              <ul className={styles.rows}>
                {hidden.map((word) => (
                  <SearchWordRow key={word} word={word} fact="" isHidden />
                ))}
              </ul>
            </section>
          </>
        )}
      </Loaded>
      <SampleTags />
    </>
  );
}

interface SearchWordRowProps {
  readonly word: string;
  readonly fact: string;
  readonly isHidden: boolean;
}

function SearchWordRow({ word, fact, isHidden }: SearchWordRowProps) {
  const toast = useToast();
  const setting = useStaffWrite('putStaffWord', () => toast(isHidden ? texts.isShown(word) : texts.isHidden(word)));
  return (
    <WordRow
      word={word}
      fact={fact}
      action={isHidden ? texts.show : texts.hide}
      actionLabel={isHidden ? texts.showOf(word) : texts.hideOf(word)}
      change={setting}
      onPress={() => setting.mutate({ word, is_hidden: !isHidden })}
    />
  );
}

/** Hides a word that nobody has searched for yet. */
function HideForm() {
  const toast = useToast();
  const hiding = useStaffWrite('putStaffWord', ({ word }) => toast(texts.isHidden(word)));
  return (
    <WordForm
      label={texts.word}
      action={texts.hide}
      change={hiding}
      onWord={(word, clear) => hiding.mutate({ word, is_hidden: true }, { onSuccess: clear })}
    />
  );
}
