import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { phrased } from './phrased.ts';

/** Elements whose own texts are sentences and titles. Others, such as `span`, are mostly figures and names: they ask for `Phrases`. */
const TEXTS: ReadonlySet<unknown> = new Set([
  Link,
  ...['a', 'h1', 'h2', 'h3', 'p', 'li', 'dt', 'dd', 'label', 'legend', 'summary', 'figcaption', 'button'],
]);

/** Properties of an element with its texts as `Phrases`. Lists keep theirs: their children have keys. */
export function withPhrases(type: unknown, props: unknown): unknown {
  if (!TEXTS.has(type)) return props;
  const given = props as { readonly children?: ReactNode };
  return { ...given, children: phrased(given.children) };
}
