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
  /** All classes of its rules, and the attributes of rules without a class. */
  readonly classes: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
  /** A rule has neither: it may mean anything that is drawn. */
  readonly isGeneral: boolean;
  /** Custom properties that it gives the root element, as text that uses them: 'var(--x'. */
  readonly uses: readonly string[];
}

const LINK = /<link rel="stylesheet"([^>]*) href="(\/assets\/[\w.-]+\.css)">/g;
/** What stands before a rule's braces, or a condition's. */
const SELECTORS = /[^{};]+(?=\{)/g;
const CLASS = /\.([A-Za-z_-][\w-]*)/g;
const CLASSES = / class="([^"]+)"/g;
const ATTRIBUTE = /\[([a-z-]+)/g;
/** The page's first script gives them to the root element before anything is drawn (earlyScript.js). */
const EARLY_ATTRIBUTES = ' data-photos data-returns';
const IS_CONDITION = /^\s*(?:@|from\b|to\b|[\d.]+%)/;
/** A rule of the root element that only gives custom properties, and each of these. */
const ROOT_PROPERTIES = /:root\{((?:--[\w-]+:[^;{}]*;?)+)\}/g;
const PROPERTY = /(?:^|;)(--[\w-]+):/g;

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
      const drawn = { classes: classesOf(html), text: html + EARLY_ATTRIBUTES };
      const later = paths.filter((path) => {
        const others = paths.filter((other) => other !== path).map((other) => sheets.get(other)?.text ?? '');
        return !isDrawn(sheets.get(path), drawn, others);
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
  const roots = [...text.matchAll(ROOT_PROPERTIES)].map(([, properties = '']) => properties);
  const uses = roots.flatMap((properties) => [...properties.matchAll(PROPERTY)].map(([, name]) => `var(${name}`));
  const selectors = (text.replace(ROOT_PROPERTIES, '').match(SELECTORS) ?? []).filter((one) => !IS_CONDITION.test(one));
  const names = new Set(selectors.flatMap((one) => [...one.matchAll(CLASS)].map(([, name = '']) => name)));
  // The commas of `:is(main,dialog)` part no selectors.
  const each = selectors.flatMap((one) => one.replace(/\([^().]*\)/g, '').split(','));
  const bare = each
    .filter((one) => !one.includes('.'))
    .map((one) => [...one.matchAll(ATTRIBUTE)].map(([, name = '']) => name));
  return {
    text,
    classes: names,
    attributes: new Set(bare.flat()),
    isGeneral: each.length === 0 || bare.some((attributes) => attributes.length === 0),
    uses,
  };
}

interface DrawnNames {
  readonly classes: ReadonlySet<string>;
  /** Of the page, in which an attribute stands behind a space. */
  readonly text: string;
}

/** Whether a rule of the sheet may mean something on the page. `others`: texts of the page's other sheets. */
function isDrawn(sheet: Sheet | undefined, drawn: DrawnNames, others: readonly string[]): boolean {
  if (sheet === undefined || sheet.isGeneral) return true;
  if ([...sheet.classes].some((name) => drawn.classes.has(name))) return true;
  if ([...sheet.attributes].some((name) => drawn.text.includes(` ${name}`))) return true;
  return sheet.uses.some((use) => others.some((text) => text.includes(use)));
}

const classesOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' ')));
