/** Of a card in a list that is selected from: what it said of itself before. */
const linkOf = (cell: Element) => cell.querySelector<HTMLElement>(':scope > a');

/**
 * Makes the cards of a list checkboxes that tell whether their photo is selected. On the elements themselves: the cards come and go while
 * the list scrolls, and their own code is in the first script. The keyboard stops at one of them, `current`; arrows go on from there.
 */
export function markCells(grid: HTMLElement, keys: ReadonlySet<string>, current: string | null): void {
  const cells = [...grid.querySelectorAll<HTMLElement>(':scope > li[data-photo]')];
  const stop = cells.some(({ dataset }) => dataset.photo === current) ? current : cells[0]?.dataset.photo;
  for (const cell of cells) {
    const isOn = keys.has(cell.dataset.photo ?? '');
    cell.toggleAttribute('data-selected', isOn);
    const link = linkOf(cell);
    link?.setAttribute('role', 'checkbox');
    link?.setAttribute('aria-checked', String(isOn));
    link?.setAttribute('tabindex', cell.dataset.photo === stop ? '0' : '-1');
    link?.setAttribute('draggable', 'false');
  }
}

/** Makes them links again. */
export function unmarkCells(grid: HTMLElement): void {
  for (const cell of grid.querySelectorAll(':scope > li[data-photo]')) {
    cell.removeAttribute('data-selected');
    for (const name of ['role', 'aria-checked', 'tabindex', 'draggable']) linkOf(cell)?.removeAttribute(name);
  }
}

/** The card above or below another one, as the eye finds it; null: there is none (with elements). */
export function cellAcross(grid: HTMLElement, key: string, direction: 1 | -1): string | null {
  const cells = [...grid.querySelectorAll<HTMLElement>(':scope > li[data-photo]')].map((cell) => ({
    key: cell.dataset.photo ?? '',
    box: cell.getBoundingClientRect(),
  }));
  const from = cells.find((cell) => cell.key === key)?.box;
  if (from === undefined) return null;
  const middle = from.left + from.width / 2;
  const beyond = cells.filter(({ box }) => (box.top - from.top) * direction > from.height / 2);
  const row = Math.min(...beyond.map(({ box }) => Math.abs(box.top - from.top)));
  const [nearest] = beyond
    .filter(({ box }) => Math.abs(box.top - from.top) < row + 2)
    .toSorted((a, b) => Math.abs(centre(a.box) - middle) - Math.abs(centre(b.box) - middle));
  return nearest?.key ?? null;
}

const centre = ({ left, width }: DOMRect): number => left + width / 2;
