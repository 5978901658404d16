import type { InferOutput } from 'valibot';
import type { Api } from '../../api/client.ts';
import { isWithin } from '../../contract/characters.ts';
import type { TagType } from '../../contract/entities.ts';
import { QUERY_TEXT_MAX } from '../../contract/limits.ts';

export interface ChosenWord {
  readonly word: string;
  readonly tagtype: InferOutput<typeof TagType>;
}

/** Tells what a visitor chose before leaving for it (SRC-06): persons one by one. A failure changes nothing for them. */
export function reportWords(api: Pick<Api, 'putSearchWord'>, chosen: readonly ChosenWord[]): void {
  const words = chosen.flatMap(({ word, tagtype }): ChosenWord[] =>
    tagtype === 'person' ? word.split(',').map((name) => ({ word: name.trim(), tagtype })) : [{ word, tagtype }],
  );
  for (const body of words) {
    if (body.word !== '' && isWithin(body.word, QUERY_TEXT_MAX))
      void api.putSearchWord({ body }).catch(() => undefined);
  }
}
