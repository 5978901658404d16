/**
 * The JSX of the client: React's own, but texts directly in a heading, a paragraph, a label or a button become `Phrases` (ADR 34). By
 * this no component can forget it. Named in vite.config.ts and build/ssrScript.ts as `jsxImportSource`.
 */
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { withPhrases } from './withPhrases.ts';

export { Fragment } from 'react/jsx-runtime';

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, withPhrases(type, props), key);
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, withPhrases(type, props), key);
