import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { countCharacters, truncate } from '../contract/characters.ts';

type Box = HTMLInputElement | HTMLTextAreaElement;

interface CutText {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Characters as a person counts them (§5). The attribute `maxLength` counts UTF-16 units: an emoji would be two to eleven. */
  readonly max: number;
}

/**
 * A text box whose over-length text is cut (PST-05). While an input method composes nothing is cut, it would lose what is being
 * typed; what is within the limit is passed on all the same.
 */
export function useCutText({ value, onChange, max }: CutText) {
  const [composed, setComposed] = useState<string | null>(null);
  const shown = composed ?? value;
  return {
    used: countCharacters(shown),
    box: {
      value: shown,
      onChange({ target }: ChangeEvent<Box>) {
        const cut = truncate(target.value, max);
        if (composed !== null) setComposed(target.value);
        if (composed === null || cut === target.value) onChange(cut);
      },
      onCompositionStart: ({ currentTarget }: CompositionEvent<Box>) => setComposed(currentTarget.value),
      onCompositionEnd({ currentTarget }: CompositionEvent<Box>) {
        setComposed(null);
        onChange(truncate(currentTarget.value, max));
      },
    },
  };
}
