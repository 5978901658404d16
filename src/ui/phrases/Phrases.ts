import { createElement, useLayoutEffect, useRef } from 'react';
import { drawPhrases, markPhrases, PHRASES } from './phraseMarks.ts';

interface PhrasesProps {
  readonly text: string;
}

/**
 * A text whose lines end between phrases, in every engine (LAY-03a). For React it is one string: the server writes `<wbr>` into it, and
 * a browser adds them to the element. React compares an element's text at hydration and replaces the whole of it at a change, so the
 * marks never stand in its way.
 */
export function Phrases({ text }: PhrasesProps) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (element.current?.textContent === text) markPhrases(element.current);
  }, [text]);
  return createElement(PHRASES, { ref: element }, drawPhrases(text));
}
