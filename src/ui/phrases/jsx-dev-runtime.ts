/** `jsx-runtime.ts` for `npm run dev` and the tests. */
import { type JSXSource, jsxDEV as reactJsx } from 'react/jsx-dev-runtime';
import { withPhrases } from './withPhrases.ts';

export { Fragment } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof reactJsx = (type, props, key, isStatic, source?: JSXSource, self?: unknown) =>
  reactJsx(type, withPhrases(type, props), key, isStatic, source, self);
