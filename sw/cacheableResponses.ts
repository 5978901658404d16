import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';

/** What may be kept. Nothing opaque (T30), nothing of another shape than agreed (T24). */

type Answer = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>;

const isPlain = ({ status, type, redirected }: Answer): boolean =>
  status === 200 && !redirected && (type === 'basic' || type === 'cors' || type === 'default');

const hasType = ({ headers }: Answer, pattern: RegExp): boolean => pattern.test(headers.get('content-type') ?? '');

export const isJson = (answer: Answer): boolean =>
  isPlain(answer) && hasType(answer, /^application\/([\w.+-]+\+)?json\b/i);
export const isPicture = (answer: Answer): boolean => isPlain(answer) && hasType(answer, /^image\//i);
export const isDocument = (answer: Answer): boolean => isPlain(answer) && hasType(answer, /^application\/pdf\b/i);
/** A page of the product, told from a portal's by its mark. */
export const isPage = async (response: Response): Promise<boolean> =>
  isPlain(response) && hasType(response, /^text\/html\b/i) && (await response.clone().text()).includes(PAGE_META_TAG);
/** Art is of many types, but never a page: that would be a portal's. */
export const isArt = (answer: Answer): boolean => isPlain(answer) && !hasType(answer, /^text\/html\b/i);

/** The server's own word, worth more than a kept answer: JSON, or a refusal that is not the server failing. */
export const isAnswered = (answer: Answer): boolean =>
  answer.status < 500 && hasType(answer, /^application\/([\w.+-]+\+)?json\b/i);
