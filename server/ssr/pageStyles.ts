import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapHead } from './mapHead.ts';

/**
 * A page with the text of its style sheets instead of the requests for them. The links stay, switched off: by them later parts
 * know what is there. For no medium, too: Chromium reads ahead in the HTML and would ask for a sheet that is merely switched off,
 * before the photos. Where a sheet cannot be read the page stays as it is, with `css` ''.
 */
export type InlineStyles = (html: string) => Promise<{ readonly html: string; readonly css: string }>;

const LINK = /<link rel="stylesheet"([^>]*) href="(\/assets\/[\w.-]+\.css)">/g;

/** Reads each of the build's sheets once. */
export function createInlineStyles(dist: string): InlineStyles {
  const known = new Map<string, Promise<string>>();
  const read = (path: string) => {
    const text = known.get(path) ?? readFile(join(dist, path), 'utf8');
    known.set(path, text);
    return text;
  };
  return async (html) => {
    try {
      const paths: string[] = [];
      const inlined = mapHead(html, (head) =>
        head.replace(LINK, (_, attributes: string, path: string) => {
          paths.push(path);
          return `<link rel="stylesheet" disabled media="not all"${attributes} href="${path}">`;
        }),
      );
      return { html: inlined, css: (await Promise.all(paths.map(read))).join('') };
    } catch {
      return { html, css: '' };
    }
  };
}
