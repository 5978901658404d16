import type { EndpointName, endpoints } from './endpoints.ts';

/** The calls that change something. */
export type WriteEndpoint = {
  [N in EndpointName]: (typeof endpoints)[N]['method'] extends 'GET' ? never : N;
}[EndpointName];
export type ReadEndpoint = Exclude<EndpointName, WriteEndpoint>;

const PHOTO_LISTS = ['getPublicList', 'getPhoto', 'getFollowedPhotos', 'getPopularPhotos', 'getMemories'] as const;
const PERSONS = ['getPersons', 'getEventPersons', 'getSeasonPersons'] as const;
const FOLLOWS = ['getFollows', 'getFollowers', 'getFollowedPhotos'] as const;
const COMMENTS = ['getComments', 'getCommentedPhotos', 'getPhoto'] as const;
const BOOKMARKS = ['getFavorites', 'getFavoriteCount', 'getFavoritePhotos', 'getFavoriteEvents'] as const;
const EVENTS = ['getEvent', 'getMemorialEvents', 'getFavoriteEvents'] as const;

/**
 * Whose answers a write makes outdated, as far as windows of the same fan show them: they ask again (KEY-03). 'all': every list may
 * change. A new write cannot be forgotten here: the type asks for it.
 */
export const changedAnswers: Readonly<Record<WriteEndpoint, readonly ReadEndpoint[] | 'all'>> = {
  putUserTenant: ['getUserTenants'],
  // A withdrawal may reach earlier photos.
  putUsepermit: ['getUsepermit', 'getConsents', ...PHOTO_LISTS],
  putNoticeSettings: ['getOwnAttributes'],
  putFirstSteps: ['getOwnAttributes'],
  putMute: 'all',
  deleteMute: 'all',
  putBlock: 'all',
  deleteBlock: 'all',
  deleteSession: ['getSessions'],
  putPushDevice: ['getPushDevice'],
  putWaitingPhotos: ['getWaitingPhotos'],
  deletePushDevice: ['getPushDevice'],
  askWall: [],
  putContact: [],
  putContactCode: [],
  putFollow: FOLLOWS,
  deleteFollow: FOLLOWS,
  // The outbox tells of photos that arrived, from whatever context sent them.
  putMediaList: [],
  putOriginals: [],
  putCaption: [...PHOTO_LISTS, ...PERSONS, 'getFavoritePhotos'],
  deletePhoto: ['getPhotoCount', ...PERSONS, 'getFavorites', 'getFavoritePhotos', 'getMemories'],
  putViewHistory: [],
  putComment: COMMENTS,
  deleteComment: COMMENTS,
  putCommentReport: [],
  putPhotoReport: [],
  putFanReport: [],
  putAppeal: ['getNotices'],
  putCommentReaction: ['getCommentReactions'],
  deleteCommentReaction: ['getCommentReactions'],
  // The photo itself changes where it is cached.
  putReaction: ['getReactions'],
  deleteReaction: ['getReactions'],
  putFavorite: BOOKMARKS,
  deleteFavorite: BOOKMARKS,
  putEvent: EVENTS,
  deleteEvent: EVENTS,
  putNoticeRead: ['getUnreadCount', 'getNotices'],
  putFavoritePlayers: ['getFavoritePlayers'],
  putSearchWord: [],
  putShortUrl: [],
  putMeasurements: [],
};
