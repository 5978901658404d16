import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type FormEvent, useMemo } from 'react';
import { POPULAR_WORDS, QUERY_TEXT_MAX } from '../../contract/limits.ts';
import { search as texts } from '../../messages/jaSearch.ts';
import { LoadFailure } from '../../queries/LoadFailure.tsx';
import { personsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useAllEvents } from '../../queries/useAllEvents.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../event/useNow.ts';
import { PlayerList } from '../players/PlayerList.tsx';
import { locationsWith, matchReference, wordQueryOptions } from './findWord.ts';
import { PopularWords } from './PopularWords.tsx';
import { seasonsQuery } from './queries.ts';
import { type ChosenWord, reportWords } from './reportWords.ts';
import { useTypedWord } from './useTypedWord.ts';
import { isFound, WordResults } from './WordResults.tsx';
import styles from './WordSearch.module.css';

interface WordSearchProps {
  /** Leads to what was chosen. */
  readonly onLeave: (href: string) => void;
}

/** The panel is opened to type into it. A dialog focuses what has the attribute, which React does not write. */
const focusWithDialog = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '');

/** The free-word search with its own field, in the overlay of phones (SRC-01). */
export function WordSearch({ onLeave }: WordSearchProps) {
  const typedWord = useTypedWord();
  const { typed, type, setComposing, submit } = typedWord;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div className={styles.search}>
      <search>
        <form className={styles.form} onSubmit={handleSubmit} aria-label={texts.title}>
          <WordInput value={typed} onType={type} onComposing={setComposing} />
          <Button type="submit" variant="primary">
            {texts.submit}
          </Button>
        </form>
      </search>
      <WordPanel {...typedWord} onLeave={onLeave} />
    </div>
  );
}

interface WordPanelProps extends WordSearchProps {
  readonly typed: string;
  readonly word: string;
  readonly isAhead: boolean;
}

/** What stands below a search field: popular words at first, results by group while typing (SRC-01). */
export function WordPanel({ typed, word, isAhead, onLeave }: WordPanelProps) {
  const services = useServices();
  const { shared, hits } = useWordHits(word);
  const isSearching = typed.trim() !== '' && (isAhead || hits.isPending);

  const choose = (href: string, chosen: ChosenWord) => {
    reportWords(services.api, [chosen]);
    onLeave(href);
  };
  const isEmpty = hits.data !== undefined && !isFound(hits.data, shared);
  return (
    <>
      <ReferenceFailures
        of={['getSeasons', 'getEvents', 'getMemorialEvents', 'getPhotocons', 'getPersons', 'getWordRanking']}
      />
      {typed.trim() === '' ? (
        <>
          <PopularSection onChoose={choose} />
          <PlayerList onChoose={(href, name) => choose(href, { word: name, tagtype: 'person' })} />
        </>
      ) : isSearching ? (
        <WaitingLines />
      ) : hits.data === undefined ? (
        <LoadFailure title={texts.failed} error={hits.error} onRetry={() => void hits.refetch()} offer={null} />
      ) : isEmpty ? (
        <EmptyState icon={<Search aria-hidden="true" />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <WordResults word={word} hits={hits.data} shared={shared} onChoose={choose} />
      )}
      <p className="visually-hidden" role="status">
        {isSearching ? texts.searching : isEmpty ? texts.none : ''}
      </p>
    </>
  );
}

interface WordInputProps {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** An input method converts what is typed. */
  readonly onComposing: (isComposing: boolean) => void;
}

const WordInput = ({ value, onType, onComposing }: WordInputProps) => (
  <div className={styles.input}>
    <Search aria-hidden="true" size={20} />
    <input
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      aria-label={texts.placeholder}
      placeholder={texts.placeholder}
      maxLength={QUERY_TEXT_MAX}
      value={value}
      onChange={({ target }) => onType(target.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
      ref={focusWithDialog}
    />
    {value !== '' && (
      <IconButton label={texts.clear} icon={<X aria-hidden="true" size={18} />} onClick={() => onType('')} />
    )}
  </div>
);

/** Stands where the results will be. */
const WaitingLines = () => (
  <div className={styles.waiting} aria-hidden="true">
    {[1, 2, 3, 4, 5].map((line) => (
      <span key={line} />
    ))}
  </div>
);

/** What the word finds: among the shared data at once, and by the server (`hits`, a query). */
function useWordHits(word: string) {
  const services = useServices();
  const now = useNow();
  const seasons = useQuery(seasonsQuery(services)).data?.list;
  const persons = useQuery(personsQuery(services)).data?.list;
  const { events, isPending: isEventsPending } = useAllEvents();
  const shared = useMemo(
    () => matchReference({ seasons: seasons ?? [], events, persons: persons ?? [] }, word, now),
    [seasons, events, persons, word, now],
  );
  const places = useMemo(() => (word === '' ? [] : locationsWith(events, word)), [events, word]);
  const hits = useQuery({ ...wordQueryOptions(services, word, places), enabled: word !== '' && !isEventsPending });
  return { shared, hits };
}

/** What others search, until something is typed. */
function PopularSection({ onChoose }: { readonly onChoose: (href: string, chosen: ChosenWord) => void }) {
  const { config } = useTenant();
  return (
    <section aria-labelledby="popular-words" className={styles.group}>
      <p className={styles.hint}>{texts.hint(config.playerlabel, config.eventTitle)}</p>
      <h3 id="popular-words" className={styles.heading}>
        {texts.popular}
      </h3>
      <PopularWords max={POPULAR_WORDS.panel} onChoose={onChoose} />
    </section>
  );
}
