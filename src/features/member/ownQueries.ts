import { callerOf, endpointQuery, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** The signed-in fan's own attributes: avatar and name. */
export const ownAttributesQuery = (source: UserQuerySource) =>
  endpointQuery(source, 'getOwnAttributes', {}, callerOf(source));

/** Unread notices (HDR-03). */
export const unreadCountQuery = (source: UserQuerySource) =>
  endpointQuery(source, 'getUnreadCount', {}, callerOf(source));
