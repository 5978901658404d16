import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapHead } from './mapHead.ts';

/**
 * A page with the text of its style sheets instead of the requests for them. The links stay, switched off: by them later parts
 * know what is there. For no medium, too: Chromium reads ahead in the HTML and would ask for a sheet that is merely switched off,
 * before the photos. A sheet of which nothing is drawn yet (`later`) has no link: the chunk that needs it asks for it. Where a sheet
 * cannot be read the page stays as it is, with `css` ''.
 */
export type InlineStyles = (html: string) => Promise<StyledPage>;

export interface StyledPage {
  readonly html: string;
  readonly css: string;
  /** Addresses of sheets that were left out. */
  readonly later: readonly string[];
}

interface Sheet {
  readonly text: string;
  /** All its classes; null: it has rules for more than classes (CSS modules have not). */
  readonly classes: ReadonlySet<string> | null;
}

const LINK = /<link rel="stylesheet"([^>]*) href="(\/assets\/[\w.-]+\.css)">/g;
/** What stands before a rule's braces, or a condition's. */
const SELECTORS = /[^{};]+(?=\{)/g;
const CLASS = /\.([A-Za-z_-][\w-]*)/g;
const CLASSES = / class="([^"]+)"/g;
const IS_CONDITION = /^\s*(?:@|from\b|to\b|[\d.]+%)/;

/** Reads each of the build's sheets once. */
export function createInlineStyles(dist: string): InlineStyles {
  const known = new Map<string, Promise<Sheet>>();
  const read = (path: string) => {
    const sheet = known.get(path) ?? readFile(join(dist, path), 'utf8').then(sheetOf);
    known.set(path, sheet);
    return sheet;
  };
  return async (html) => {
    try {
      const paths = linksOf(html);
      const sheets = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
      const drawn = classesOf(html);
      const later = paths.filter((path) => {
        const classes = sheets.get(path)?.classes;
        return classes && ![...classes].some((name) => drawn.has(name));
      });
      const inlined = mapHead(html, (text) =>
        text.replace(LINK, (_, attributes: string, path: string) =>
          later.includes(path) ? '' : `<link rel="stylesheet" disabled media="not all"${attributes} href="${path}">`,
        ),
      );
      const needed = paths.filter((path) => !later.includes(path));
      return { html: inlined, css: needed.map((path) => sheets.get(path)?.text).join(''), later };
    } catch {
      return { html, css: '', later: [] };
    }
  };
}

function linksOf(html: string): string[] {
  const paths: string[] = [];
  mapHead(html, (head) => {
    for (const [, , path = ''] of head.matchAll(LINK)) paths.push(path);
    return head;
  });
  return paths;
}

function sheetOf(text: string): Sheet {
  const selectors = (text.match(SELECTORS) ?? []).filter((one) => !IS_CONDITION.test(one));
  const names = new Set(selectors.flatMap((one) => [...one.matchAll(CLASS)].map(([, name = '']) => name)));
  // The commas of `:is(main,dialog)` part no selectors.
  const each = selectors.flatMap((one) => one.replace(/\([^().]*\)/g, '').split(','));
  const isOfClasses = each.length > 0 && each.every((one) => one.includes('.'));
  return { text, classes: isOfClasses ? names : null };
}

const classesOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' ')));
