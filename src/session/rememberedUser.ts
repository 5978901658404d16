import { deviceStorage } from '../platform/storage/webStorage.ts';

/** What §3 keeps of the signed-in fan in local storage; known at once at start, before any token is read. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  /** May the club use the fan's photos? null: not asked yet or not known, so the prompt shows (§4 login). */
  readonly usepermit: boolean | null;
}

export const USER_ID = 'USER_ID';
export const USER_NAME = 'USER_NAME';
export const USER_PERMISSION = 'USER_PERMISSION';

/** All that a page's start needs to know; what writes it is `rememberedUserStore.ts`. null: nobody, or storage is denied. */
export function loadRememberedUser({ getItem } = deviceStorage): SessionUser | null {
  const id = getItem(USER_ID);
  if (id === null) return null;
  const permission = getItem(USER_PERMISSION);
  return { id, name: getItem(USER_NAME) ?? '', usepermit: permission === null ? null : permission === 'true' };
}
