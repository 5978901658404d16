export interface MessagePart {
  readonly kind: 'text' | 'link' | 'break';
  readonly text: string;
}

/** A web address as far as its signs go: letters of any script, no space, no quote, no Japanese punctuation. */
const PATTERN = /https?:\/\/[\p{L}\p{M}\p{N}\w.~:/?#@!$&'*+,;=%()[\]-]+|\r\n|\r|\n/giu;
const HOST = /^https?:\/\/[^/?#]+/iu;
/** Japanese follows an address without a space: in the host any other letter, in the path hiragana, where ASCII stands before it. */
const AFTER_HOST = /[a-z0-9](?=[^\x20-\x7e])/iu;
const AFTER_PATH = /[a-z0-9](?=\p{sc=Hira})/iu;
/** Punctuation that ends the sentence, not the address. */
const TRAILING = /[.,;:!?']+$/;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const upTo = (text: string, end: RegExp): string => text.slice(0, (end.exec(text)?.index ?? text.length) + 1);

/** The address without the Japanese that follows it. */
function withoutText(address: string): string {
  const [host = ''] = HOST.exec(address) ?? [];
  const own = upTo(host, AFTER_HOST);
  return own === host ? upTo(address, AFTER_PATH) : own;
}

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
    const piece = isBreak ? match[0] : balanced(withoutText(match[0])).replace(TRAILING, '');
    if (!isBreak && !URL.canParse(piece)) continue;
    push('text', text.slice(from, match.index));
    push(isBreak ? 'break' : 'link', piece);
    from = match.index + piece.length;
  }
  push('text', text.slice(from));
  return parts;
}
