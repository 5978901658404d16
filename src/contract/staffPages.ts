/** Pages of the staff's desk below `/{tenant}/staff/`, and the roles that see them (STF-02). */
import type { StaffRole } from './staffRoles.ts';

/** By its name in addresses: the role a page needs (`mayAs`). Only pages that work stand here. */
export const staffPages = {
  index: 'viewer',
  reports: 'moderator',
  photos: 'editor',
  wall: 'editor',
  highlights: 'editor',
  people: 'moderator',
  inbox: 'moderator',
  events: 'editor',
  players: 'editor',
  words: 'editor',
  news: 'editor',
  team: 'owner',
  log: 'owner',
  figures: 'viewer',
} as const satisfies Readonly<Record<string, StaffRole>>;
export type StaffPage = keyof typeof staffPages;
export const STAFF_FOLDER = 'staff';

/** Returns the page of the desk an address names; null: none. */
export function staffPageOf(pathname: string): StaffPage | null {
  const [folder, file, ...rest] = pathname.split('/').slice(2);
  if (folder !== STAFF_FOLDER || file === undefined || rest.length > 0) return null;
  const name = file === '' ? 'index' : file.replace(/\.html$/, '');
  return (file === '' || name !== file) && Object.hasOwn(staffPages, name) ? (name as StaffPage) : null;
}
