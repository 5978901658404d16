/**
 * Scrolls a row sideways so that its current entry is in sight. The page itself is not scrolled. May be the `ref` of a row whose entries
 * are there from its start.
 * @param row what scrolls; null does nothing
 */
export function centerCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current]');
  if (!row || !current) return;
  const [around, box] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += (box.left + box.right - around.left - around.right) / 2;
}
