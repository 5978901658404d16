/**
 * What the back button closes instead of leaving the page: one stack with one `popstate` listener, for the overlays and for windows
 * inside an overlay or a page. Each layer has a history entry of the same address, pushed when it opens: one entry for all would have to
 * be pushed again after each press of back, and Chrome's back button skips every entry of a document that pushes without a gesture.
 */
export interface BackLayer {
  /** Back was pressed: closes, or says false and stays open. */
  readonly onBack: () => boolean;
  /** Does its entry hold what the entry below holds, such as the mark of `useScrollMemory`? */
  readonly keepsState: boolean;
}

/** `kind` of the history entries that stand for layers; `level` counts them from the page up. */
const MARK = 'overlay';

/** Levels of the history entry the page stands on. Without a number: written by a build before. */
export const entryLevel = (): number => (history.state?.kind === MARK ? Number(history.state.level ?? 1) : 0);

const layers: BackLayer[] = [];
/** Entries on top of the page's own. */
let level = 0;
let isListening = false;
/** Entries that are to be taken away in a moment. */
let removing = 0;
/** Steps back that were asked for here and have not come: the browser takes them a moment later. */
let leaving = 0;
/** What waits until neither is left. */
const waiting = new Set<() => void>();
let settling: ReturnType<typeof setTimeout> | undefined;
/** By then they have come, or something else ended them. */
const LATEST_MS = 1_000;

/** Is anything open that back closes? */
export const hasOpenLayer = (): boolean => layers.length > 0;

/** @returns takes the layer away, and its entry with it unless back did */
export function pushBackLayer(layer: BackLayer): () => void {
  if (!isListening) addEventListener('popstate', handlePop);
  isListening = true;
  // A page that was reloaded with layers open still stands on their entry.
  if (level === 0 && leaving === 0) level = entryLevel();
  layers.push(layer);
  addEntries();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // Waits a moment: what closes may open the next layer or lead to another page.
    removing += 1;
    setTimeout(() => {
      removing -= 1;
      removeEntries();
      runWaiting();
    });
  };
}

/**
 * For what loads the page anew: a step back that comes after it ends the load, and the page stays.
 * @param run called at once, or when the steps back of what has just closed have come
 * @returns it is wanted no more
 */
export function afterSteps(run: () => void): () => void {
  waiting.add(run);
  runWaiting();
  return () => waiting.delete(run);
}

function runWaiting(): void {
  if (removing + leaving > 0) return;
  for (const run of waiting) {
    waiting.delete(run);
    run();
  }
}

/** Gives every open layer an entry: also one that closed only in part by back, as overlays do that stand on each other. */
export function addEntries(): void {
  // On an entry that is about to be left the new one would go with it.
  if (leaving > 0) return;
  for (const layer of layers.slice(level)) {
    level += 1;
    history.pushState({ ...(layer.keepsState && history.state), kind: MARK, level }, '');
  }
}

function removeEntries(): void {
  const extra = level - layers.length;
  if (extra <= 0) return;
  level = layers.length;
  // Else the entry was replaced by that of another page.
  if (entryLevel() === 0) return;
  leaving += 1;
  clearTimeout(settling);
  settling = setTimeout(settle, LATEST_MS);
  history.go(-extra);
}

/** What was closed is left: what opened meanwhile gets its entry now. */
function settle(): void {
  clearTimeout(settling);
  leaving = 0;
  level = entryLevel();
  addEntries();
  runWaiting();
}

function handlePop(): void {
  if (leaving > 0) {
    leaving -= 1;
    if (leaving === 0) settle();
    return;
  }
  const now = entryLevel();
  if (now >= level) return;
  level = now;
  // After a reload there are perhaps more entries than layers: the top one is asked at least.
  const above = layers.slice(Math.min(now, layers.length - 1)).reverse();
  const stays = above.some((layer) => !layer.onBack());
  if (stays) addEntries();
}
