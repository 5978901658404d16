import type { ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';
import { Phrases } from './Phrases.ts';

const isText = (child: unknown): child is string | number =>
  typeof child === 'number' || (typeof child === 'string' && child.trim() !== '');

/**
 * Children with their texts as `Phrases`. Texts that stand side by side are one text: `{count}枚の写真` has a mark where a phrase ends,
 * not where the braces do. Every child keeps its place, by which React knows it.
 */
export function phrased(children: ReactNode): ReactNode {
  if (isText(children)) return jsx(Phrases, { text: String(children) });
  if (!Array.isArray(children)) return children;
  const texts: readonly unknown[] = children;
  return texts.map((child, at) => {
    if (!isText(child)) return child;
    if (isText(texts[at - 1])) return null;
    const end = texts.findIndex((one, index) => index > at && !isText(one));
    return jsx(Phrases, { text: texts.slice(at, end < 0 ? undefined : end).join('') }, at);
  }) as ReactNode;
}
