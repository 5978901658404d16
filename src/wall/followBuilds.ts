/**
 * Takes over a new build while the wall runs (WAL-10). The wall opens its own address in a frame below what is shown. Once the new build has
 * drawn its wall there, the old one fades out, stops and is removed. So the screen shows a wall at every moment.
 *
 * The document that was opened first holds the frames. Each later wall runs in a frame, and its successor is the frame's neighbour.
 */
import { PAGE_META_TAG } from '../contract/pageMetaTag.ts';
import { WALL_TIMES } from '../contract/wallLimits.ts';

/** Event at a frame whose wall is drawn. Walls of other builds dispatch it too: its name never changes. */
const DRAWN = 'walldrawn';

/** The frame that this wall runs in; null: it is the document that was opened. */
const ownFrame = (): HTMLElement | null => window.frameElement as HTMLElement | null;

/** Tells the wall that opened this one to go. Call it when the element shows a wall. */
export async function tellDrawn(element: HTMLElement): Promise<void> {
  await nextFrame();
  // A picture may be shown some frames after its element.
  await Promise.allSettled([...element.querySelectorAll('img')].map((image) => image.decode()));
  await nextFrame();
  await nextFrame();
  ownFrame()?.dispatchEvent(new Event(DRAWN));
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

interface RunningWall {
  readonly element: HTMLElement;
  /** Ends the wall and empties its element. */
  readonly stop: () => void;
}

/** Looks for new builds until one has taken the wall's place. */
export function followBuilds({ element, stop }: RunningWall): void {
  const scripts = scriptsOf(document);
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (!(await isOutdated(scripts))) return;
      const frame = await openSuccessor(ownFrame() ?? element);
      if (frame === null) return;
      clearInterval(looks);
      await giveWay(ownFrame() ?? element);
      stop();
      // Ends this script, so it comes last.
      ownFrame()?.remove();
    } catch {
      // No network, or a page of somebody else: the next look may find the build.
    } finally {
      isLooking = false;
    }
  }

  const looks = setInterval(() => void look(), WALL_TIMES.build);
}

/** Paths of the page's scripts: each build has others. */
const scriptsOf = ({ scripts }: Document): string[] =>
  [...scripts].flatMap(({ type, src }) => (type === 'module' && src !== '' ? [new URL(src).pathname] : []));

async function isOutdated(scripts: readonly string[]): Promise<boolean> {
  // The page is the same without its query, and no log has the key then.
  const answer = await fetch(location.pathname, { cache: 'no-store', redirect: 'error' });
  const html = await answer.text();
  return html.includes(PAGE_META_TAG) && !scripts.every((path) => html.includes(path));
}

/** Opens the wall again, below the element. Resolves with its frame when it is drawn, or with null when it took too long. */
function openSuccessor(above: HTMLElement): Promise<HTMLIFrameElement | null> {
  const frame = above.ownerDocument.createElement('iframe');
  frame.title = document.title;
  // The document's style sheet may be of an older build.
  Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0' });
  frame.src = location.href;
  return new Promise((done) => {
    const timer = setTimeout(() => {
      frame.remove();
      done(null);
    }, WALL_TIMES.takeOver);
    frame.addEventListener(DRAWN, () => {
      clearTimeout(timer);
      done(frame);
    });
    above.before(frame);
  });
}

/** Fades the element out. Under reduced motion it only stays a moment longer, so that the browser has painted what is below. */
async function giveWay(element: HTMLElement): Promise<void> {
  const { matches: isReduced } = matchMedia('(prefers-reduced-motion: reduce)');
  const keyframes = { opacity: [1, isReduced ? 0.99 : 0] };
  await element.animate(keyframes, { duration: WALL_TIMES.fade, fill: 'forwards' }).finished;
}
