import { heldWords as texts } from '../messages/jaStaffContent.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useToast } from '../ui/toasts.tsx';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';
import { WordForm, WordRow } from './WordParts.tsx';

/** Words that hold photos and comments back until a moderator has looked at them (STF-11b). */
export function HeldWords() {
  const toast = useToast();
  const query = useStaffQuery('getStaffHeldWords');
  const adding = useStaffWrite('putStaffHeldWord', ({ word }) => toast(texts.isAdded(word)));
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      <p className={styles.quiet}>{texts.lead}</p>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.length === 0 && <EmptyState title={texts.none} />}
            <ul className={styles.rows}>
              {list.map((word) => (
                <HeldWordRow key={word} word={word} />
              ))}
            </ul>
            <WordForm
              label={texts.word}
              action={texts.add}
              change={adding}
              onWord={(word, clear) => adding.mutate({ word, is_held: true }, { onSuccess: clear })}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

function HeldWordRow({ word }: { readonly word: string }) {
  const toast = useToast();
  const removing = useStaffWrite('putStaffHeldWord', () => toast(texts.isRemoved(word)));
  return (
    <WordRow
      word={word}
      action={texts.remove}
      actionLabel={texts.removeOf(word)}
      change={removing}
      onPress={() => removing.mutate({ word, is_held: false })}
    />
  );
}
