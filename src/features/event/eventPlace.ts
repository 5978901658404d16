import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';

const SCROLL = 'scrollPosition';
const CATEGORY = 'eventCategory';
const UNFOLDED = 'eventsUnfolded';

/** A click on an event card keeps where the list stood and the card's category (EVT-06). */
export function rememberEventPlace(category: string): void {
  tabStorage.setItem(SCROLL, String(Math.round(scrollY)));
  tabStorage.setItem(CATEGORY, category);
}

/** Moving to the home page forgets the list's place, category and unfolded rows (ACC-09). */
export function forgetEventPlace(): void {
  for (const key of [SCROLL, CATEGORY, UNFOLDED]) tabStorage.removeItem(key);
}

const unfolded = (): Record<string, number> => (readJson(tabStorage, UNFOLDED) as Record<string, number> | null) ?? {};

/** How many events of a list were unfolded: the way back finds it as long as it was. */
export function rememberUnfolded(list: string, count: number): void {
  writeJson(tabStorage, UNFOLDED, { ...unfolded(), [list]: count });
}
export const loadUnfolded = (list: string): number => unfolded()[list] ?? 0;
