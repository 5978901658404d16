export interface MessagePart {
  readonly kind: 'text' | 'link' | 'break';
  readonly text: string;
}

/** Web addresses end at a space, a quote, a bracket or anything not ASCII: Japanese follows them without a space. */
const PATTERN = /https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+|\r\n|\r|\n/gi;
/** Punctuation that ends the sentence, not the address. */
const TRAILING = /[.,;:!?']+$/;

/** Cuts a fan's text into text, links and line breaks. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  const push = (kind: MessagePart['kind'], piece: string) => {
    if (piece !== '') parts.push({ kind, text: piece });
  };
  for (const match of text.matchAll(PATTERN)) {
    const isBreak = /^[\r\n]/.test(match[0]);
    const piece = isBreak ? match[0] : match[0].replace(TRAILING, '');
    push('text', text.slice(from, match.index));
    push(isBreak ? 'break' : 'link', piece);
    from = match.index + piece.length;
  }
  push('text', text.slice(from));
  return parts;
}
