const SCROLL = 'scrollPosition';
const CATEGORY = 'eventCategory';

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null; // storage may be denied: then nothing is remembered
  }
}

/** A click on an event card keeps where the list stood and the card's category (EVT-06). */
export function rememberEventPlace(category: string): void {
  attempt(() => {
    sessionStorage.setItem(SCROLL, String(Math.round(scrollY)));
    sessionStorage.setItem(CATEGORY, category);
  });
}

/** Moving to the home page forgets both (ACC-09). */
export function forgetEventPlace(): void {
  attempt(() => {
    sessionStorage.removeItem(SCROLL);
    sessionStorage.removeItem(CATEGORY);
  });
}

/** Category of the event opened last, or null: its part of the list is unfolded on the way back. */
export const loadEventCategory = (): string | null => attempt(() => sessionStorage.getItem(CATEGORY));
