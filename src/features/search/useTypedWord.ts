import { atom, useAtom } from 'jotai';
import { useEffect, useState } from 'react';

/** Milliseconds without a key press after which the typed word is searched. */
const PAUSE_MS = 300;

/** One word for the field of the header and that of the panel: a tablet that is turned changes between them (SRC-01d). */
export const typedWordAtom = atom('');

/** A word that is searched while it is typed: after a pause, or at once by Enter. Emptied, it is forgotten at once. */
export function useTypedWord() {
  const [typed, setTyped] = useAtom(typedWordAtom);
  const [word, setWord] = useState('');
  const [isComposing, setComposing] = useState(false);
  const wanted = typed.trim();
  if (wanted === '' && word !== '') setWord('');
  useEffect(() => {
    if (wanted === '' || isComposing) return;
    const timer = setTimeout(() => setWord(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, isComposing]);
  return {
    typed,
    /** The word to search now; empty: none. */
    word,
    /** Something newer is typed than what is searched. */
    isAhead: wanted !== word,
    type: setTyped,
    setComposing,
    /** An empty input or a word that is being searched changes nothing (§5). */
    submit: () => wanted !== '' && setWord(wanted),
  };
}
