export interface MessagePart {
  readonly kind: 'text' | 'link' | 'break';
  readonly text: string;
}

/** Letters of any script; in a host none that follow an ASCII letter, since Japanese follows an address without a space. */
const HOST = String.raw`(?:[\w.~:@%-]|(?<![A-Za-z0-9])[\p{L}\p{M}\p{N}])+`;
/** Kanji and katakana anywhere, hiragana where no ASCII letter stands before it: '/photo です' is often written without its space. */
const REST = String.raw`[/?#](?:[\w.~:/?#@!$&'*+,;=%()\[\]-]|(?<![A-Za-z0-9])\p{sc=Hira}|(?!\p{sc=Hira})[\p{L}\p{M}\p{N}])*`;
/** A web address ends at a space, a quote or Japanese punctuation. */
const PATTERN = new RegExp(String.raw`https?:\/\/${HOST}(?:${REST})?|\r\n|\r|\n`, 'giu');
/** Punctuation that ends the sentence, not the address. */
const TRAILING = /[.,;:!?']+$/;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** The address up to the first bracket that has no other one in it: `(https://example.jp/Foo_(bar))`. */
function balanced(address: string): string {
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (let at = 0; at < address.length; at += 1) {
    const sign = address.charAt(at);
    if (sign === '(' || sign === '[') open.push({ sign, at });
    else if (sign in PAIRS && open.pop()?.sign !== PAIRS[sign]) return address.slice(0, at);
  }
  return address.slice(0, open[0]?.at);
}

/** Cuts a fan's text into text, links and line breaks. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  const push = (kind: MessagePart['kind'], piece: string) => {
    if (piece !== '') parts.push({ kind, text: piece });
  };
  for (const match of text.matchAll(PATTERN)) {
    const isBreak = /^[\r\n]/.test(match[0]);
    const piece = isBreak ? match[0] : balanced(match[0]).replace(TRAILING, '');
    if (!isBreak && !URL.canParse(piece)) continue;
    push('text', text.slice(from, match.index));
    push(isBreak ? 'break' : 'link', piece);
    from = match.index + piece.length;
  }
  push('text', text.slice(from));
  return parts;
}
