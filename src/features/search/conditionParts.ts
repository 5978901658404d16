import type { PageParameter } from '../../contract/pageParameters.ts';
import { PageParams } from '../../navigation/pageParams.ts';
/** Persons of `cp`, which is comma-joined. */
export const personsOf = (cp: string | undefined): string[] =>
  (cp ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The address's parameters without one condition, or one person of it. An open photo is none of them. */
export function withoutCondition(params: PageParams, name: PageParameter, person?: string): PageParams {
  const next = new PageParams([...params]);
  next.delete('q');
  const rest = person === undefined ? [] : personsOf(next.get(name) ?? '').filter((one) => one !== person);
  if (rest.length > 0) next.set(name, rest.join(','));
  else next.delete(name);
  return next;
}
