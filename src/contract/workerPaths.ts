/** Addresses that the worker, the manifests and the server agree on. Screens take theirs from `navigation/paths.ts`. */

/** Where the phone's share sheet posts photos to (QUE-06). Answered by the worker; without one the server leads to the form. */
export const sharePath = (tenant: string): string => `/${tenant}/share`;
const SHARE = /^\/([a-z0-9-]+)\/share$/;
/** The tenant of a share address, or null: it is none. */
export const tenantOfShare = (pathname: string): string | null => SHARE.exec(pathname)?.[1] ?? null;
/** Field of the photos in a shared form. */
export const SHARE_FIELD = 'photos';

/** What `?open=` of a tenant's home opens once the page is there. */
export type OpenWish =
  /** The post window: the ＋ before the page is there, and the shortcut of apps that were installed before. */
  | 'post'
  /** The post form, straight: the app's shortcut, a push of an event that has begun. */
  | 'photo'
  /** The post form with the photos that were shared. */
  | 'share'
  /** Shared photos that could not be kept. */
  | 'share-failed'
  /** A form of another site sent photos: none is kept. */
  | 'share-foreign'
  /** Something was shared that has no photo in it. */
  | 'share-empty'
  /** The post form with the files the app was opened with. */
  | 'files';
export const openPath = (tenant: string, wish: OpenWish): string => `/${tenant}/?open=${wish}`;

export const outboxPath = (tenant: string): string => `/${tenant}/outbox.html`;
export const eventPath = (tenant: string, eventId: string): string =>
  `/${tenant}/event-detail.html?e=${encodeURIComponent(eventId)}`;
/** The form over the event's page, with the event chosen. */
export const eventPostPath = (tenant: string, eventId: string): string => `${eventPath(tenant, eventId)}&open=photo`;
/** Which post a notification told of: the event's page outlines its photos. */
export const ARRIVED_PARAM = 'arrived';
export const arrivedPath = (tenant: string, eventId: string, jobId: string): string =>
  `${eventPath(tenant, eventId)}&${new URLSearchParams({ [ARRIVED_PARAM]: jobId })}`;
export const noticesPath = (tenant: string): string => `/${tenant}/common/notice-list.html`;
export const photoPath = (tenant: string, mediaUrl: string): string =>
  `/${tenant}/gallery.html?${new URLSearchParams({ q: mediaUrl })}`;
export const memberPath = (tenant: string, userId: string): string =>
  `/${tenant}/my-photo.html?${new URLSearchParams({ u: userId })}`;
export const appIconPath = (tenant: string): string => `/${tenant}/icons/icon-192.png`;
