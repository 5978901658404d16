import type { ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';

type Split = (text: string) => readonly string[];

/** An element of its own name: no rule for other elements falls on it. base.css says where its lines end. */
export const PHRASES = 'ja-phrases';

/** In a browser. null: its code has not come. */
let split: Split | null = null;
/** While the server draws pages. */
let serverSplit: Split | null = null;

/** At the server: texts are drawn with their marks. null: without them, for tests. */
export function drawMarksBy(splitPhrases: Split | null): void {
  serverSplit = splitPhrases;
}

/** In a browser: marks the texts that are shown, and all that come later. null: none, for tests. */
export function markTextsBy(splitPhrases: Split | null): void {
  split = splitPhrases;
  for (const element of document.getElementsByTagName(PHRASES)) markPhrases(element);
}

/** What React draws: in a browser the plain text always, also where the server has drawn marks. */
export function drawPhrases(text: string): ReactNode {
  const phrases = serverSplit?.(text) ?? [];
  if (phrases.length < 2) return text;
  return phrases.flatMap((phrase, at) => (at > 0 ? [jsx('wbr', {}, at), phrase] : phrase));
}

/** Writes `<wbr>` between the phrases of the element's text. */
export function markPhrases(element: Element): void {
  // A mark would end a line also where a rule forbids it. The server has drawn some there: it knows no rules.
  if (getComputedStyle(element).whiteSpace.includes('nowrap')) {
    if (element.childElementCount > 0) element.replaceChildren(element.textContent);
    return;
  }
  if (split === null) return;
  const phrases = split(element.textContent);
  // The server has marked them.
  if (phrases.length < 2 || element.childElementCount === phrases.length - 1) return;
  element.replaceChildren(
    ...phrases.flatMap((phrase, at) => (at > 0 ? [document.createElement('wbr'), phrase] : phrase)),
  );
}
