/** The address of a wall (WAL-01b): a page of its own, without the product's header, menus and messages. */

export const WALL_FILE = 'wall.html';

/** Whether an address is a tenant's wall. */
export const isWallPath = (pathname: string): boolean => {
  const [tenant = '', file, ...rest] = pathname.split('/').slice(1);
  return tenant !== '' && file === WALL_FILE && rest.length === 0;
};

/** Address of an event's wall on this host. @param key opens it */
export const wallPath = (tenant: string, eventId: string, key: string): string =>
  `/${tenant}/${WALL_FILE}?${new URLSearchParams({ e: eventId, k: key })}`;
