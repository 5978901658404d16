/** How many elements of a page's column hold its foot back. */
const holders = new WeakMap<HTMLElement, number>();

/**
 * Ref of an element that stands where a page's contents will: as long as it is there, what is below the page's `main` keeps its place but
 * is out of sight, as contents that come would push it away before the fan's eyes (Shell.module.css). In a dialog it does nothing.
 *
 * An attribute, and no `:has`: with that, every photo that comes or goes while a list scrolls would have the styles of the whole frame
 * worked out again, 7 ms a step.
 */
export function holdFoot(element: HTMLElement | null): (() => void) | undefined {
  const column = element?.closest('main')?.parentElement;
  if (!column) return undefined;
  const change = (by: number) => {
    const count = (holders.get(column) ?? 0) + by;
    holders.set(column, count);
    column.toggleAttribute('data-foot-held', count > 0);
  };
  change(1);
  return () => change(-1);
}
