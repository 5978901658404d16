import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** The signed-in fan's own attributes: avatar and name. */
export const ownAttributesQuery = (source: QuerySource) => endpointQuery(source, 'getOwnAttributes');

/** Unread notices (HDR-03). */
export const unreadCountQuery = (source: QuerySource) => endpointQuery(source, 'getUnreadCount');
