/**
 * Runs inside the page, in every engine alike: what a fan cannot press, or cannot read, of what is on the screen (LAY-06). Each function
 * below is handed to the page as text, so it names nothing but the others and what browsers have.
 */

const CONTROLS = [
  'a[href]',
  'button',
  'input:not([type="hidden"])',
  'select',
  'textarea',
  'summary',
  ...['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'option', 'combobox'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

/** How far a finger's and, within text, a pointer's target reaches at least, in px. */
interface Sizes {
  readonly finger: number;
  readonly inText: number;
}
const SIZES: Sizes = { finger: 44, inText: 24 };

interface Target {
  readonly control: Element;
  /** What is drawn of it and can be pressed: the control, or a label around or beside it. */
  readonly face: Element;
}

/** What can be pressed now, drawn or not. */
function targetsOf(selector: string): Target[] {
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.documentElement;
  const isDrawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  return [...top.querySelectorAll(selector)]
    .filter((control) => !control.matches(':disabled, [aria-disabled="true"]') && !control.closest('[inert]'))
    .flatMap((control) => {
      if (isDrawn(control)) return [{ control, face: control }];
      // A file field or a check box that is drawn by its label. What has none, such as a link to skip to the text, is not drawn yet.
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      return labels.filter(isDrawn).map((face) => ({ control, face }));
    });
}

/** The largest of its boxes: a link that is broken into lines has several. */
function boxOf(element: Element): DOMRect {
  const boxes = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height);
  return boxes[0] ?? element.getBoundingClientRect();
}

/** What it scrolls or is cut with, from within outwards. */
function ancestorsThatClip(element: Element): Element[] {
  const found: Element[] = [];
  let { position } = getComputedStyle(element);
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (position === 'fixed') return found;
    const style = getComputedStyle(around);
    if (position === 'absolute' && style.position === 'static') continue;
    position = style.position;
    if (around === document.body || around === document.documentElement) continue;
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') found.push(around);
  }
  return found;
}

/** Whether this point of it is within the window and within all that cuts it. */
function isInView(element: Element, x: number, y: number): boolean {
  // Engines round: a point on the last pixel is outside for some.
  if (x < 0 || y < 0 || x >= innerWidth - 1 || y >= innerHeight - 1) return false;
  return ancestorsThatClip(element).every((around) => {
    const box = around.getBoundingClientRect();
    // Over the edge of what scrolls an engine may draw a scroll bar.
    const bar = around.scrollHeight > around.clientHeight ? 22 : 0;
    return x >= box.left && x <= box.right - bar && y >= box.top && y <= box.bottom;
  });
}

/** The outermost element around it that stays where it is while its page scrolls, or null. */
function layerOf(element: Element): Element | null {
  let found: Element | null = null;
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (around.matches('dialog:modal')) return found;
    if (/fixed|sticky/.test(getComputedStyle(around).position)) found = around;
  }
  return found;
}

/** Whether a press there reaches the control. */
function isReachedBy(hit: Element | null, { control, face }: Target): boolean {
  if (hit === null) return false;
  if (face.contains(hit) || control.contains(hit)) return true;
  const label = hit.closest('label');
  if (label !== null && (label.contains(control) || label.control === control)) return true;
  return hit.closest('a[href], button, summary')?.contains(control) ?? false;
}

/** What was opened over the page on purpose, and goes by Escape or a press beside it. */
function isBelowPopup(hit: Element | null, { face }: Target): boolean {
  const opened = [
    'dialog[open], [role="dialog"], [role="menu"], [role="listbox"], [popover]',
    '[role="combobox"][aria-expanded="true"], [aria-expanded="true"] ~ *',
  ].join(', ');
  const popup = hit?.closest(opened) ?? null;
  // The veil between a page and what was opened over it.
  const beside = hit?.parentElement?.querySelector(':scope > [role="dialog"]') ?? null;
  return [popup, beside].some((one) => one !== null && !one.contains(face));
}

function nameOf(element: Element): string {
  const words = element.getAttribute('aria-label') ?? element.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  const kept = words === '' ? element.className.toString() : words;
  return `${element.localName} "${kept.slice(0, 40)}"`;
}

function hitOf(face: Element): Element | null {
  const { left, top, width, height } = boxOf(face);
  return document.elementFromPoint(left + width / 2, top + height / 2);
}

/** Whether scrolling may move it: it stands in the page, sticks to no edge yet, or is in a part that scrolls within what stays. */
function isMovable(face: Element): boolean {
  const layer = layerOf(face);
  if (layer === null || getComputedStyle(layer).position === 'sticky') return true;
  const scrolls = (around: Element) => /auto|scroll/.test(getComputedStyle(around).overflowY);
  return ancestorsThatClip(face).some(
    (around) => layer.contains(around) && scrolls(around) && around.scrollHeight > around.clientHeight,
  );
}

function toMiddle(face: Element): void {
  face.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
}

/** Something else is drawn over it, wherever it is scrolled to; null: nothing is. */
function coveredBy(target: Target): string | null {
  const hit = hitOf(target.face);
  if (isReachedBy(hit, target)) return null;
  if (hit !== null && isMovable(target.face)) {
    toMiddle(target.face);
    if (isReachedBy(hitOf(target.face), target)) return null;
  }
  return `covered: ${nameOf(target.control)} by ${hit === null ? 'nothing' : nameOf(hit)}`;
}

/** A link among words. */
function isInText(element: Element): boolean {
  if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false;
  let block = element.parentElement;
  while (block !== null && getComputedStyle(block).display === 'inline') block = block.parentElement;
  const copy = block?.cloneNode(true) as Element | undefined;
  for (const one of copy?.querySelectorAll('a, button, .visually-hidden, svg') ?? []) one.remove();
  return (copy?.textContent?.trim() ?? '') !== '';
}

/** Smaller than a finger; null: it is not. Its box, or what is around it and leads to it. */
function smallness(target: Target, { finger, inText }: Sizes): string | null {
  const least = isInText(target.face) ? inText : finger;
  const isFine = ({ width, height }: DOMRect) => width > least - 1 && height > least - 1;
  if (isFine(boxOf(target.face))) return null;
  if (isMovable(target.face)) toMiddle(target.face);
  const { left, top, width, height } = boxOf(target.face);
  const [x, y] = [left + width / 2, top + height / 2];
  /** How far from its middle a press still reaches it. */
  const reach = (across: number, down: number) => {
    let far = 0;
    while (far < least && isReachedBy(document.elementFromPoint(x + across * (far + 1), y + down * (far + 1)), target))
      far += 1;
    return far;
  };
  const isWide = width > least - 1 || reach(-1, 0) + reach(1, 0) >= least - 2;
  const isHigh = height > least - 1 || reach(0, -1) + reach(0, 1) >= least - 2;
  if (isWide && isHigh) return null;
  return `small: ${nameOf(target.control)} ${Math.round(width)}×${Math.round(height)}, at least ${least}`;
}

/** Words of it that are cut without a sign, or stand outside of it; null: none. */
function cutWords({ control, face }: Target): string | null {
  const isMeant = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || !/^(?:none|)$/.test(style.webkitLineClamp);
  const walker = document.createTreeWalker(face, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (holder === null || text.nodeValue?.trim() === '' || !holder.checkVisibility({ visibilityProperty: true }))
      continue;
    if (holder.closest('.visually-hidden, svg, option, select, textarea')) continue;
    range.selectNodeContents(text);
    const words = range.getBoundingClientRect();
    for (let around: Element | null = holder; around !== null; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (isMeant(style)) break;
      const box = around.getBoundingClientRect();
      // A line for which there is no room is left out as a whole.
      if (style.clipPath !== 'none' && words.top >= box.bottom - 4) break;
      const isCutting = style.overflowX !== 'visible' || around === face;
      const out = Math.max(box.left - words.left, words.right - box.right, words.bottom - box.bottom - 4);
      if (style.display !== 'inline' && isCutting && out > 1.5)
        return `cut: ${nameOf(control)} by ${Math.round(out)} px`;
      if (around === face) break;
    }
  }
  return null;
}

/** All faults of what is in view. Leaves everything scrolled as it was. */
function sweepView(selector: string, sizes: Sizes): string[] {
  const placeOf = (element: Element) => ({ element, top: element.scrollTop, left: element.scrollLeft });
  const faults: string[] = [];
  for (const target of targetsOf(selector)) {
    // A long list drops rows that scrolling took out of view.
    if (!target.control.isConnected) continue;
    const { left, top, width, height } = boxOf(target.face);
    if (!isInView(target.face, left + width / 2, top + height / 2)) continue;
    if (isBelowPopup(hitOf(target.face), target)) continue;
    const places = [document.documentElement, ...ancestorsThatClip(target.face)].map(placeOf);
    const found = coveredBy(target) ?? smallness(target, sizes);
    faults.push(...[found, cutWords(target)].filter((fault) => fault !== null));
    for (const { element, ...place } of places)
      if (element.scrollTop !== place.top || element.scrollLeft !== place.left)
        element.scrollTo({ ...place, behavior: 'instant' });
  }
  return [...new Set(faults)];
}

/** Evaluated in a page: the faults of what is in view. */
export const sweepExpression = (): string => {
  const parts = [targetsOf, boxOf, ancestorsThatClip, isInView, layerOf, isReachedBy, isBelowPopup, nameOf, hitOf];
  const rules = [isMovable, toMiddle, coveredBy, isInText, smallness, cutWords, sweepView];
  return `(() => { ${[...parts, ...rules].join('\n')}
    return sweepView(${JSON.stringify(CONTROLS)}, ${JSON.stringify(SIZES)}); })()`;
};
