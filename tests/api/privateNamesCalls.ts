/** How each call is asked for by a visitor or another fan, for the test that none tells a private name (SAF-16). */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { CLUB } from '../support/tenants.ts';
import { COMING_DAY } from './contract/draft.ts';

export interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}

/** What exists by then: the fan and two others, a photo of the fan and of another, an own event, a comment and a short address. */
interface PrivateNamesWorld {
  readonly fan: string;
  readonly other: string;
  /** Without a nickname. */
  readonly nameless: string;
  readonly photo: string;
  readonly othersPhoto: string;
  readonly event: string;
  readonly comment: string;
  readonly code: string;
  /** What people are looked for by. */
  readonly words: readonly string[];
  readonly nickname: string;
}

export const eventBody = (event_name: string) => ({
  event_id: null,
  event_name,
  ...COMING_DAY,
  public_message: '',
  thumbnail: null,
  post_limit: null,
  category: 'その他',
  subCategory: 'イベント',
  descriptive_title: '',
  descriptive_photo: null,
  descriptive_text: '',
  photo_location: [],
  premium_user_ids: [],
});

type Calls = Readonly<Record<EndpointName, readonly Asked[]>>;
const none = [{}];

const callsOfUsers = ({ fan, other, nameless, words }: PrivateNamesWorld) => {
  const byUser = [fan, other, nameless].map((id) => ({ params: { userId: id, user_id: id } }));
  return {
    getUserTenants: none,
    getAccountState: none,
    getSuspension: none,
    getPublishRoom: none,
    putUserTenant: [{ body: { tenant_id: CLUB, agreed_version: '1' } }],
    getOwnAttributes: none,
    getUserAttributes: byUser,
    findUsersByName: words.map((name) => ({ query: { name } })),
    getReservedNames: none,
    getUsepermit: none,
    getConsents: none,
    putUsepermit: [{ body: { usepermit: true } }],
    putFirstSteps: [{ body: { first_steps: false } }],
    putNoticeSettings: [{ body: { comment: true, reply: true, reaction: true, follow: true } }],
    putMute: [{ body: { mute_user: fan } }],
    getFavoritePlayers: none,
    putFavoritePlayers: [{ body: { add: ['だれか'], remove: [] } }],
    getMutes: none,
    putBlock: [{ body: { block_user: fan } }],
    getBlocks: none,
    deleteBlock: [{ body: { block_user: fan } }],
    deleteMute: [{ body: { mute_user: fan } }],
    getSessions: none,
    deleteSession: [{ body: { session_id: 'none' } }],
    getExport: none,
    getUnreadCount: none,
    getPushKey: none,
    getPushDevice: [{ query: { device: 'a'.repeat(64) } }],
    putPushDevice: [{ body: {} }],
    getWaitingPhotos: none,
    putWaitingPhotos: [{ body: {} }],
    deletePushDevice: [{ body: { endpoint: 'https://updates.push.services.mozilla.com/x', all: true } }],
    askWall: [{ body: {} }],
    getWall: [{ params: { eventId: 'e', pass: 'x'.repeat(22) } }],
    putContact: [{ body: {} }],
    putMeasurements: [{ body: {} }],
    getFollows: byUser,
    getFollowers: byUser,
    putFollow: [{ body: { follow_user: fan } }],
    deleteFollow: [{ body: { follow_user: nameless } }],
  } satisfies Partial<Calls>;
};

const callsOfPhotos = ({ fan, other, nameless, photo, othersPhoto, comment, nickname }: PrivateNamesWorld) => {
  const photos = [photo, othersPhoto].map((media_url) => ({ params: { media_url } }));
  const lists = [{}, { u: fan }, { u: nameless }, { e: 'final' }, { photographer: 'staff' }, { search_text: 'ゴール' }];
  const target = { media_url: othersPhoto, targetuser: other };
  const report = { ...target, comment: 'x', timestamp: 'x' };
  return {
    getFavoritePhotos: none,
    getFollowedPhotos: none,
    getOwnFigures: none,
    getMemories: none,
    getFanRanking: [{ query: { e: 'final' } }],
    getPopularPhotos: none,
    getPublicList: lists.flatMap((query) =>
      ['all', 'event'].map((publicListId) => ({ params: { publicListId }, query: query as Record<string, string> })),
    ),
    getPhotoCount: lists.map((query) => ({ query: query as Record<string, string> })),
    getPhotoBytes: [{ query: { e: 'final' } }, { query: { cp: '山田太郎' } }],
    getPhoto: [photo, othersPhoto].map((key) => ({ query: { media_url: btoa(key) } })),
    putMediaList: [{ body: {} }],
    putOriginals: [{ body: { media_urls: [photo, othersPhoto] } }],
    putCaption: [{ body: {} }],
    deletePhoto: [{ body: { public_list_id: 'event', media_url: photo } }],
    putViewHistory: [{ body: { media_url: photo, kind: '拡大画像' } }],
    getComments: photos,
    putComment: [{ body: { ...target, media_url: photo, comment: 'どうぞ', parent_id: null } }],
    deleteComment: [{ body: { comment_id: comment, timestamp: 'x' } }],
    putCommentReport: [{ body: { ...report, comment_id: comment, screen_id: fan, screen_name: nickname } }],
    putPhotoReport: [{ body: { media_url: othersPhoto, reason: 'spam', text: 'x' } }],
    putContactCode: [{ body: { contact_id: 'none', code: '123456' } }],
    putAppeal: [{ body: { notice_id: 'none', text: 'x' } }],
    putFanReport: [{ body: { user_id: other, reason: 'spam', text: 'x' } }],
    getCommentReactions: photos,
    putCommentReaction: [{ body: { ...target, comment_id: comment } }],
    deleteCommentReaction: [{ body: { comment_id: comment } }],
    getCommentedPhotos: none,
    getReactions: [
      { query: { media_url: othersPhoto } },
      { query: { media_url: photo } },
      ...[fan, other, nameless].map((u) => ({ query: { u } })),
    ],
    putReaction: [{ body: { media_url: photo, targetuser: fan, reaction: '1' } }],
    deleteReaction: [{ body: { media_url: photo, reaction: '1' } }],
    putFavorite: [{ body: { media_url: photo, targetuser: fan } }],
    deleteFavorite: [{ body: { media_url: photo } }],
    getFavoriteCount: [{ query: { media_url: photo } }],
    getFavorites: none,
    getFavoriteEvents: none,
  } satisfies Partial<Calls>;
};

const callsOfEvents = ({ photo, event, code }: PrivateNamesWorld) =>
  ({
    putEvent: [{ body: { ...eventBody('x'), event_id: event } }],
    deleteEvent: [{ body: { event_id: event } }],
    getHighlights: [event, 'final'].map((eventId) => ({ params: { eventId } })),
    getEvent: [event, 'final'].map((eventId) => ({ params: { eventId } })),
    getMemorialEvents: none,
    getEvents: none,
    getPhotocons: none,
    getSeasons: none,
    getAmbassadors: none,
    getNotices: none,
    putNoticeRead: [{ body: { notice_ids: ['none'] } }],
    getOfficialUser: none,
    getPersonCounts: none,
    getPersons: none,
    getPersonPictures: none,
    getEventPersons: [event, 'final'].map((eventId) => ({ params: { eventId } })),
    getSeasonPersons: [{ params: { seasonId: 's2026' } }],
    getWordRanking: none,
    putSearchWord: [{ body: { word: 'ゴール', tagtype: 'text' } }],
    getTeams: none,
    getConfigInfo: [{ query: { config: 'creditSettingFan' } }],
    putShortUrl: [{ body: { original_url: photo } }],
    getShortUrl: [{ query: { degenerate_url: code } }],
  }) satisfies Partial<Calls>;

/** All of them; a new call without its line does not compile. */
export const callsOf = (world: PrivateNamesWorld): Calls => ({
  ...callsOfUsers(world),
  ...callsOfPhotos(world),
  ...callsOfEvents(world),
});
