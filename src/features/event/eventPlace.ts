const SCROLL = 'scrollPosition';
const CATEGORY = 'eventCategory';
const UNFOLDED = 'eventsUnfolded';

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
    sessionStorage.removeItem(UNFOLDED);
  });
}

const unfolded = (): Record<string, number> =>
  attempt(() => JSON.parse(sessionStorage.getItem(UNFOLDED) ?? '{}') as Record<string, number>) ?? {};

/** How many events of a list were unfolded: the way back finds it as long as it was. */
export function rememberUnfolded(list: string, count: number): void {
  attempt(() => sessionStorage.setItem(UNFOLDED, JSON.stringify({ ...unfolded(), [list]: count })));
}
export const loadUnfolded = (list: string): number => unfolded()[list] ?? 0;
