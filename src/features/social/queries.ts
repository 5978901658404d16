import { callerOf, endpointQuery, type UserQuerySource } from '../../queries/endpointQuery.ts';

export const commentsQuery = (source: UserQuerySource, mediaUrl: string) =>
  endpointQuery(source, 'getComments', { params: { media_url: mediaUrl } }, callerOf(source));

export const commentReactionsQuery = (source: UserQuerySource, mediaUrl: string) =>
  endpointQuery(source, 'getCommentReactions', { params: { media_url: mediaUrl } }, callerOf(source));

/** Whom somebody follows, latest first. */
export const followsQuery = (source: UserQuerySource, userId: string) =>
  endpointQuery(source, 'getFollows', { params: { user_id: userId } }, callerOf(source));

/** Who follows somebody, latest first. */
export const followersQuery = (source: UserQuerySource, userId: string) =>
  endpointQuery(source, 'getFollowers', { params: { user_id: userId } }, callerOf(source));

/** Who reacted to a photo, ambassadors first. */
export const reactionsQuery = (source: UserQuerySource, mediaUrl: string) =>
  endpointQuery(source, 'getReactions', { query: { media_url: mediaUrl } }, callerOf(source));

/** Whom the signed-in fan does not want to see; known to nobody else, so kept no longer than it is looked at. */
export const mutesQuery = (source: UserQuerySource) => ({
  ...endpointQuery(source, 'getMutes', {}, callerOf(source)),
  gcTime: 0,
});

/** Whom the signed-in fan blocked; kept no longer than it is looked at. */
export const blocksQuery = (source: UserQuerySource) => ({
  ...endpointQuery(source, 'getBlocks', {}, callerOf(source)),
  gcTime: 0,
});
