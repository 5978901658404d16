/** Custom properties of the root element: what the on-screen keyboard leaves of the window (Modal.module.css and sticky bars). */
const TOP = '--visible-top';
const COVERED = '--keyboard';

const isTypedInto = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable]') ?? false;

/**
 * Keeps bars at the bottom of forms above the on-screen keyboard. Phones lay the keyboard over the page: only the visual viewport
 * becomes smaller, and the phone may scroll it within the page. The field that is typed into stays in view (LAY-04a). Returns a function
 * that stops it.
 */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  let before = 0;
  // The form around the field becomes shorter, and what loads above the field pushes it away: a box around it or a part of one changes its size.
  const sizes = new ResizeObserver(() => document.activeElement?.scrollIntoView({ block: 'nearest' }));
  const update = () => {
    const { offsetTop, height, scale } = view;
    // Enlarged by two fingers it is smaller, too.
    const isOpen = scale <= 1.01 && isTypedInto(document.activeElement);
    const covered = isOpen ? Math.max(0, Math.round(innerHeight - offsetTop - height)) : 0;
    const { style } = document.documentElement;
    for (const [name, pixels] of [
      [COVERED, covered],
      [TOP, covered > 0 ? Math.max(0, Math.round(offsetTop)) : 0],
    ] as const)
      if (pixels > 0) style.setProperty(name, `${pixels}px`);
      else style.removeProperty(name);
    if (covered === 0) sizes.disconnect();
    // What is looked at anew is told once at least.
    else if (covered > before) {
      sizes.disconnect();
      for (let box = document.activeElement?.parentElement; box; box = box.parentElement)
        for (const part of [box, ...box.children]) sizes.observe(part);
    }
    before = covered;
  };
  const sources = [
    [view, 'resize'],
    [view, 'scroll'],
    [document, 'focusin'],
    [document, 'focusout'],
  ] as const;
  for (const [source, event] of sources) source.addEventListener(event, update);
  return () => {
    sizes.disconnect();
    for (const [source, event] of sources) source.removeEventListener(event, update);
  };
}
