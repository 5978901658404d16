/** Functions that run in the wall's page. */

/** Before the page's own scripts: its timers and clock run `times` as fast. */
export function speedUp(times: number): void {
  const now = performance.now.bind(performance);
  const began = now();
  const first = Date.now();
  const passed = () => (now() - began) * times;
  performance.now = () => began + passed();
  Date.now = () => first + passed();
  const faster = (start: (task: () => void, ms: number) => number) => (task: () => void, ms?: number) =>
    start(task, (ms ?? 0) / times);
  Object.assign(window, {
    setTimeout: faster(window.setTimeout.bind(window)),
    setInterval: faster(window.setInterval.bind(window)),
  });
}

/** Before the page's own scripts: counts addresses of pictures in memory that nobody has released. */
export function countObjectUrls(): void {
  const alive = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (of) => {
    const url = createObjectURL.call(URL, of);
    alive.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    alive.delete(url);
    revokeObjectURL.call(URL, url);
  };
  Object.assign(window, { countUrls: () => alive.size });
}

/** What the wall holds: addresses of pictures in memory, and entries on the device. */
export async function countHeld(): Promise<{ urls: number; stored: number }> {
  const { countUrls } = window as unknown as { countUrls(): number };
  return { urls: countUrls(), stored: (await (await caches.open('wall')).keys()).length };
}

export interface SeenFrames {
  /** When a photo came, and when frames were drawn, in milliseconds. */
  readonly changes: number[];
  readonly frames: number[];
}

/** From now on notes each frame, and each photo that comes. */
export function watchFrames(): void {
  const seen: SeenFrames = { changes: [], frames: [] };
  let last = '';
  const tick = (now: number) => {
    seen.frames.push(now);
    const shown = [...document.querySelectorAll<HTMLImageElement>('main img[alt]:not([alt=""])')];
    const photos = shown.map(({ src }) => src).join(' ');
    if (photos !== last) seen.changes.push(now);
    last = photos;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  Object.assign(window, { seenFrames: seen });
}

export const takeFrames = (): SeenFrames => (window as unknown as { seenFrames: SeenFrames }).seenFrames;
