import { BREAK } from '../contract/breakMark.ts';

/** A big title that says itself where its phrases meet. It breaks there and after punctuation, in every engine. */
export const Phrases = ({ text }: { readonly text: string }) => (
  <span className="phrases">
    {text.split(BREAK).flatMap((phrase, at) => (at > 0 ? [<wbr key={phrase} />, phrase] : phrase))}
  </span>
);
