import type { EndpointName } from '../../src/contract/endpoints.ts';
import { ApiFailure } from './handlers.ts';

/** Calls that have no handler yet. They refuse with NOT_IMPLEMENTED; nothing pretends to have worked. */
export const NOT_BUILT = [
  'getFollows',
  'getFollowers',
  'putFollow',
  'deleteFollow',
  'getComments',
  'putComment',
  'deleteComment',
  'putCommentReport',
  'getCommentReactions',
  'putCommentReaction',
  'deleteCommentReaction',
  'getCommentedPhotos',
  'putEvent',
  'deleteEvent',
] as const satisfies readonly EndpointName[];

async function refuse(): Promise<never> {
  throw new ApiFailure('NOT_IMPLEMENTED');
}

/** One refusing handler per listed call. */
export const notBuiltYet = Object.fromEntries(NOT_BUILT.map((name) => [name, refuse])) as Record<
  (typeof NOT_BUILT)[number],
  typeof refuse
>;
