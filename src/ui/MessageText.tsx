import { Fragment } from 'react';
import { messageParts } from './messageParts.ts';

/** A fan's text: links become anchors, line breaks stay, everything else is text (§5). */
export function MessageText({ text }: { readonly text: string }) {
  return messageParts(text).map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === 'link')
      return (
        <a key={key} href={part.text} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      );
    if (part.kind === 'break') return <br key={key} />;
    return <Fragment key={key}>{part.text}</Fragment>;
  });
}
