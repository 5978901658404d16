import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { homeListQuery } from '../app/pages/homeLists.ts';
import { collectionQuery } from '../app/pages/memberLists.ts';
import { memoriesQuery } from '../app/pages/ownMemories.ts';
import { ownFiguresQuery } from '../app/pages/seasonFigures.ts';
import { type EndpointName, endpoints, type UserEndpoint } from '../contract/endpoints.ts';
import { consentsQuery } from '../features/account/settings/PermissionSection.tsx';
import { bookmarkedEventsQuery } from '../features/event/queries.ts';
import { ownAttributesQuery, unreadCountQuery } from '../features/member/ownQueries.ts';
import { noticesQuery } from '../features/notices/queries.ts';
import { relatedQuery } from '../features/photo/openPhotoQueries.ts';
import { photoListQuery, photoQuery } from '../features/photo/queries.ts';
import { fanRankingQuery } from '../features/ranking/queries.ts';
import {
  blocksQuery,
  commentReactionsQuery,
  commentsQuery,
  followersQuery,
  followsQuery,
  mutesQuery,
  reactionsQuery,
} from '../features/social/queries.ts';
import { callerOf, endpointKey, endpointQuery, type UserQuerySource } from './endpointQuery.ts';
import { eventQuery, freshEventQuery } from './eventQueries.ts';

const sourceOf = (id: string | null) => {
  const state = id === null ? { status: 'anonymous' } : { status: 'signedIn', user: { id } };
  return { tenant: { id: 'club' }, api: {}, session: { getState: () => state } } as unknown as UserQuerySource;
};
type Make = (source: UserQuerySource) => { readonly queryKey: readonly unknown[] };
/** A query of no factory of its own. */
const plain =
  (name: UserEndpoint): Make =>
  (source) => ({ queryKey: endpointKey('club', name, {}, callerOf(source)) });

/** The queries of every call that reads in the caller's name: a call that is added does not compile without a line here. */
const QUERIES: Readonly<Record<UserEndpoint, readonly Make[]>> = {
  getPublicList: [photoListQuery, (source) => relatedQuery(source, 'e1')],
  getPhoto: [(source) => photoQuery(source, 'p1')],
  getComments: [(source) => commentsQuery(source, 'p1')],
  getReactions: [(source) => reactionsQuery(source, 'p1'), (source) => collectionQuery(source, 'liked')],
  getCommentedPhotos: [(source) => collectionQuery(source, 'commented')],
  getFavoritePhotos: [(source) => collectionQuery(source, 'bookmark')],
  getFollowedPhotos: [(source) => homeListQuery(source, 'following')],
  getPopularPhotos: [(source) => homeListQuery(source, 'popular')],
  getOwnFigures: [ownFiguresQuery],
  getMemories: [memoriesQuery],
  getFanRanking: [(source) => fanRankingQuery(source, { param: 's', value: 's1' })],
  getFavoriteEvents: [bookmarkedEventsQuery],
  getNotices: [(source) => noticesQuery(source, callerOf(source) ?? '')],
  getOwnAttributes: [ownAttributesQuery],
  getUnreadCount: [unreadCountQuery],
  getMutes: [mutesQuery],
  getBlocks: [blocksQuery],
  getFollows: [(source) => followsQuery(source, 'f1')],
  getFollowers: [(source) => followersQuery(source, 'f1')],
  getCommentReactions: [(source) => commentReactionsQuery(source, 'p1')],
  getFavoritePlayers: [plain('getFavoritePlayers')],
  getFavorites: [plain('getFavorites')],
  getUserTenants: [plain('getUserTenants')],
  getAccountState: [plain('getAccountState')],
  getSuspension: [plain('getSuspension')],
  getPublishRoom: [plain('getPublishRoom')],
  getConsents: [consentsQuery],
  getUsepermit: [plain('getUsepermit')],
  getSessions: [plain('getSessions')],
  getWaitingPhotos: [plain('getWaitingPhotos')],
  getExport: [plain('getExport')],
  getPushDevice: [plain('getPushDevice')],
};

test.each(Object.keys(endpoints) as EndpointName[])(
  'T26 %s: the key names the caller if the answer is theirs',
  (name) => {
    const { method, auth, cache } = endpoints[name];
    const makes = (QUERIES as Partial<Record<EndpointName, readonly Make[]>>)[name] ?? [];
    expect(makes.length > 0).toBe(method === 'GET' && auth !== 'anonymous');
    expect(cache === 'user' && makes.length === 0).toBe(false);
    for (const make of makes) {
      const [aki, ben] = ['aki', 'ben'].map((id) => make(sourceOf(id)).queryKey);
      expect(aki?.slice(0, 2)).toEqual(['club', name]);
      expect([aki?.[4], ben?.[4]]).toEqual(['aki', 'ben']);
      expect(aki?.slice(0, 4)).toEqual(ben?.slice(0, 4));
    }
  },
);

test('T26 a visitor has keys of nobody; answers for everybody have no caller', () => {
  expect(photoListQuery(sourceOf(null)).queryKey).toEqual(['club', 'getPublicList', { publicListId: 'all' }, {}, null]);
  expect(endpointKey('club', 'getEvents')).toEqual(['club', 'getEvents', {}, {}]);
});

test('EVT-04b DAT-02c an event’s form begins with the event as it stands, past every cache', async () => {
  const getEvent = vi.fn(async () => ({ event_id: 'e1' }));
  const source = { ...sourceOf('aki'), api: { getEvent } } as unknown as UserQuerySource;
  const queryClient = new QueryClient();
  queryClient.setQueryData(eventQuery(source, 'e1').queryKey, { event_id: 'old' } as never);
  const fresh = freshEventQuery(source, 'e1');
  for (let opened = 0; opened < 2; opened += 1) await queryClient.fetchQuery(fresh);
  const asked = expect.objectContaining({ params: { eventId: 'e1' }, isFresh: true });
  expect(getEvent.mock.calls).toEqual([[asked], [asked]]);
});

test('T26 the compiler asks for the caller, and for none where the answer is everybody’s', () => {
  const source = sourceOf('aki');
  const name: EndpointName = Object.keys(endpoints)[0] as EndpointName;
  const refused = [
    // @ts-expect-error no caller
    endpointKey('club', 'getFavorites'),
    // @ts-expect-error no caller
    endpointQuery(source, 'getFavorites', {}).queryKey,
    // @ts-expect-error any call may be one in the caller's name
    endpointKey('club', name),
    // @ts-expect-error everybody's answer has no caller
    endpointKey('club', 'getEvents', {}, 'aki').slice(1),
  ];
  expect(refused.map(({ length }) => length)).toEqual([4, 4, 4, 4]);
});
