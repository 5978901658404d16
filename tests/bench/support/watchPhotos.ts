/** When the photos of a first screen are drawn: for the benches that compare our pages with a static one of the same photos. */
import { createServer, request } from 'node:http';
import type { Page } from 'playwright';

export const VIEWPORT = { width: 390, height: 844 } as const;
export const PHONE = { viewport: VIEWPORT, isMobile: true, hasTouch: true, deviceScaleFactor: 2 } as const;

export interface Drawn {
  /** ms from navigation start to the frame in which the last photo of the first screen was there. */
  readonly at: number;
  readonly photos: number;
  readonly sources: readonly string[];
  /** ms from navigation start to the first text or picture. */
  readonly firstPaint: number;
}

/** Runs in the page: notes at every frame how many photos of the first screen are drawn; of a shared photo that one alone. */
export function watchPhotos() {
  const timeline: [number, number][] = [];
  // An event's first screen is its own picture; what stands on the static page is all that counts there.
  const watched = location.search.includes('q=')
    ? 'dialog[open] [data-side="open"] img, #first-photo img'
    : location.pathname.endsWith('/event-detail.html')
      ? 'main img[src*="/s3/photos/"]'
      : 'img[src*="/ugc/"][src*="/thumbnail/"], body > img';
  // What stood in the first screen stays there: its box is asked for once. Never that of a picture in a part that the browser
  // skips, which would be laid out for the answer, in every frame.
  const seen = new Set<string>();
  const isSeen = (image: HTMLImageElement) => {
    if (seen.has(image.src)) return true;
    if (!image.checkVisibility({ contentVisibilityAuto: true })) return false;
    const box = image.getBoundingClientRect();
    const isInView = box.width > 0 && box.top < innerHeight && box.bottom > 0;
    if (isInView) seen.add(image.src);
    return isInView;
  };
  const inView = () => [...document.querySelectorAll<HTMLImageElement>(watched)].filter(isSeen);
  const tick = () => {
    const drawn = new Set(
      inView()
        .filter((image) => image.complete && image.naturalWidth > 0)
        .map(({ src }) => src),
    ).size;
    if (drawn !== timeline.at(-1)?.[1]) timeline.push([performance.now(), drawn]);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  Object.assign(window, {
    photosSeen: () => ({
      timeline,
      sources: [...new Set(inView().map(({ currentSrc }) => currentSrc))],
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    }),
  });
}

/** Of a page that `watchPhotos` looks at. The photos must stay: a moment in which they were all there and went again is none. */
export async function drawnOf(page: Page): Promise<Drawn> {
  const { timeline, sources, firstPaint } = await page.evaluate(() =>
    (
      window as unknown as { photosSeen(): Omit<Drawn, 'at' | 'photos'> & { timeline: [number, number][] } }
    ).photosSeen(),
  );
  const photos = timeline.at(-1)?.[1] ?? 0;
  const lastLess = timeline.findLastIndex(([, drawn]) => drawn < photos);
  return { at: timeline[lastLess + 1]?.[0] ?? Number.NaN, photos, sources, firstPaint };
}

/** A line of text in one of the product's two weights: a browser opens a face of its own for either. */
export interface Line {
  readonly text: string;
  readonly isBold: boolean;
}

/** The words of a page's first screen, line by line, as they stand between its photos. */
export const wordsOf = (page: Page): Promise<readonly Line[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, span')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.top < innerHeight && box.bottom > 0 && element.childElementCount === 0;
      })
      .map((element) => ({
        text: element.innerText.trim(),
        isBold: Number(getComputedStyle(element).fontWeight) >= 600,
      }))
      .filter(({ text }) => text !== ''),
  );

/**
 * HTML of the static page: these photos filling a phone's screen in two columns, with `words` small below each other over them.
 * The words come first in it: behind the photos the browser draws its first frame now with them and now without.
 */
export function staticPage(sources: readonly string[], head = '', words: readonly Line[] = []): string {
  const images = sources.map((src) => `<img src="${new URL(src).pathname}" alt="">`).join('');
  const escaped = words.map(({ text, isBold }) => {
    const word = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return isBold ? `<b>${word}</b>` : word;
  });
  const lines = words.length === 0 ? '' : `<p>${escaped.join('<br>')}</p>`;
  const height = Math.floor(VIEWPORT.height / Math.ceil(sources.length / 2) - 4);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>static</title>${head}<style>body{margin:0;display:grid;grid-template-columns:repeat(2,1fr);gap:4px}p{position:absolute;margin:0;font:11px/1.4 "Noto Sans CJK JP",sans-serif}img{width:100%;height:${height}px;object-fit:cover}</style>${lines}${images}</html>`;
}

export interface FrontFile {
  readonly type: string;
  readonly text: string | Uint8Array;
}

export interface Front {
  readonly origin: string;
  /** Served from then on: path → type and text. */
  readonly files: Map<string, FrontFile>;
  close(): void;
}

/**
 * One origin for both pages: the product behind a pass-through that adds files of the bench, and what `make` gives for a path. Those
 * are served plainly, with none of the product's headers: a plain site would send no others, and a browser starts a process of its
 * own for the product's pages because of them.
 */
export async function openFront(
  productUrl: string,
  make: (path: string) => Promise<FrontFile | null> = async () => null,
): Promise<Front> {
  const target = new URL(productUrl);
  const files: Front['files'] = new Map();
  const server = createServer(async (incoming, outgoing) => {
    const file = files.get(incoming.url ?? '') ?? (await make(incoming.url ?? ''));
    if (file) {
      outgoing.setHeader('content-type', file.type);
      outgoing.end(file.text);
      return;
    }
    const { url: path, method, headers } = incoming;
    const passed = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, files, close: () => server.close() };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
