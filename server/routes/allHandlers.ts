import { commentHandlers } from './commentHandlers.ts';
import { contactHandlers } from './contactHandlers.ts';
import { eventHandlers } from './eventHandlers.ts';
import { exportHandlers } from './exportHandlers.ts';
import { favoriteHandlers } from './favoriteHandlers.ts';
import { followHandlers } from './followHandlers.ts';
import type { Handlers } from './handlers.ts';
import { muteHandlers } from './muteHandlers.ts';
import { noticeHandlers } from './noticeHandlers.ts';
import { ownEventHandlers } from './ownEventHandlers.ts';
import { photoHandlers } from './photoHandlers.ts';
import { putMediaList } from './postPhotos.ts';
import { pushHandlers } from './pushHandlers.ts';
import { reactionHandlers } from './reactionHandlers.ts';
import { sessionHandlers } from './sessionHandlers.ts';
import { sharedListHandlers } from './sharedListHandlers.ts';
import { shortUrlHandlers } from './shortUrlHandlers.ts';
import { userHandlers } from './userHandlers.ts';

/** A handler for every call of the contract; one that is missing does not compile. */
export const allHandlers: Handlers = {
  ...userHandlers,
  ...muteHandlers,
  ...sessionHandlers,
  ...exportHandlers,
  ...noticeHandlers,
  ...pushHandlers,
  ...contactHandlers,
  ...photoHandlers,
  putMediaList,
  ...reactionHandlers,
  ...favoriteHandlers,
  ...commentHandlers,
  ...followHandlers,
  ...eventHandlers,
  ...ownEventHandlers,
  ...sharedListHandlers,
  ...shortUrlHandlers,
};
