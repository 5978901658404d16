import { escapeHtml } from './escapeHtml.ts';
import { dataScript } from './linkedData.ts';
import { mapHead } from './mapHead.ts';

/** What a page says of itself to those who share or find it. Texts are plain; nothing in them is trusted. */
export interface PageMeta {
  /** Without the site's name; null: the site itself. */
  readonly title: string | null;
  readonly site: string;
  /** null: the shell's own. */
  readonly description: string | null;
  /** Absolute. */
  readonly canonical: string;
  /** A JPEG; `url` is absolute. */
  readonly image: { readonly url: string; readonly width: number; readonly height: number; readonly alt: string };
  readonly type: 'website' | 'article' | 'profile';
  /** The same for search engines (`linkedData.ts`). */
  readonly data?: object;
}

/** Longest description, in characters: what cards and results show. */
const LONGEST = 120;

/** Of a text, what is looked at for one line: an address can hold far more. */
const READ = 8 * LONGEST;

/** A fan's text as one line: no tags, no control characters, cut at LONGEST and never within a character. */
export function plainLine(text: string): string {
  const line = text
    .slice(0, READ)
    .replace(/<[^>]*>/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a card cannot show
    .replace(/[\s\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : line;
}

/** The page's HTML with its own title, description, canonical address, Open Graph and X card (PHO-06). */
export function withMeta(html: string, meta: PageMeta): string {
  const { site, canonical, image } = meta;
  const title = meta.title === null ? site : `${meta.title} | ${site}`;
  const shellDescription = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? '';
  // The shell's is escaped already.
  const description = meta.description === null ? shellDescription : escapeHtml(meta.description);
  const property = (name: string, content: string | number) =>
    `<meta property="og:${name}" content="${escapeHtml(String(content))}">`;
  const tags = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    property('type', meta.type),
    property('site_name', site),
    property('locale', 'ja_JP'),
    property('title', meta.title ?? site),
    `<meta property="og:description" content="${description}">`,
    property('url', canonical),
    property('image', image.url),
    property('image:type', 'image/jpeg'),
    property('image:width', image.width),
    property('image:height', image.height),
    property('image:alt', image.alt),
    '<meta name="twitter:card" content="summary_large_image">',
    meta.data === undefined ? '' : dataScript(meta.data),
  ].join('');
  return mapHead(html, (head) =>
    head
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/<meta name="description" content="[^"]*">/, () => `<meta name="description" content="${description}">`)
      .replace('</head>', () => `${tags}</head>`),
  );
}
