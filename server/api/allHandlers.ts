import { exportHandlers } from './account/exportHandlers.ts';
import { sessionHandlers } from './account/sessionHandlers.ts';
import { blockHandlers } from './blocks/handlers.ts';
import { bookmarkHandlers } from './bookmarks/handlers.ts';
import { commentHandlers } from './comments/handlers.ts';
import { contactHandlers } from './contact/handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import { ownEventHandlers } from './events/ownEventHandlers.ts';
import { followHandlers } from './follows/handlers.ts';
import type { Handlers } from './handlers.ts';
import { highlightsHandlers } from './highlights/handlers.ts';
import { measurementHandlers } from './measurements/handlers.ts';
import { muteHandlers } from './mutes/handlers.ts';
import { noticeHandlers } from './notices/handlers.ts';
import { personHandlers } from './persons/handlers.ts';
import { photoHandlers } from './photos/handlers.ts';
import { putOriginals } from './photos/lateOriginals.ts';
import { getPhotoBytes } from './photos/photoBytes.ts';
import { getPhotoCount } from './photos/photoCount.ts';
import { putMediaList } from './photos/postPhotos.ts';
import { pushHandlers } from './push/handlers.ts';
import { rankingHandlers } from './rankings/handlers.ts';
import { reactionHandlers } from './reactions/handlers.ts';
import { referenceDataHandlers } from './referenceData/handlers.ts';
import { reportHandlers } from './reports/handlers.ts';
import { shortUrlHandlers } from './shortUrls/handlers.ts';
import { userHandlers } from './users/handlers.ts';
import { waitingHandlers } from './waiting/handlers.ts';
import { wallHandlers } from './wall/handlers.ts';

/** A handler for every call of the contract; one that is missing does not compile. */
export const allHandlers: Handlers = {
  ...userHandlers,
  ...muteHandlers,
  ...blockHandlers,
  ...sessionHandlers,
  ...exportHandlers,
  ...noticeHandlers,
  ...pushHandlers,
  ...contactHandlers,
  ...measurementHandlers,
  ...photoHandlers,
  putMediaList,
  putOriginals,
  getPhotoCount,
  getPhotoBytes,
  ...personHandlers,
  ...rankingHandlers,
  ...reactionHandlers,
  ...bookmarkHandlers,
  ...commentHandlers,
  ...reportHandlers,
  ...followHandlers,
  ...eventHandlers,
  ...ownEventHandlers,
  ...referenceDataHandlers,
  ...shortUrlHandlers,
  ...waitingHandlers,
  ...wallHandlers,
  ...highlightsHandlers,
};
