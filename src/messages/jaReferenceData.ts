import type { SharedList } from '../contract/endpoints.ts';

/**
 * The shared lists, by the calls that give them, and what is said where one cannot be loaded (spec §8). The name of the call is its
 * failure flag. A new list does not compile without a sentence.
 */
export const referenceFailures = {
  getMemorialEvents: 'みんなの企画一覧の取得に失敗しました。',
  getEvents: '企画情報一覧の取得に失敗しました。',
  getSeasons: 'シーズン一覧の取得に失敗しました。',
  getReservedNames: '予約名一覧の取得に失敗しました。',
  getAmbassadors: 'アンバサダー一覧の取得に失敗しました。',
  getNotices: 'お知らせ一覧の取得に失敗しました。',
  getOfficialUser: '公式ユーザーの取得に失敗しました。',
  getPersonCounts: '人物ごとの写真枚数の取得に失敗しました。',
  getPersons: '人物一覧の取得に失敗しました。',
  getWordRanking: '検索タグ一覧の取得に失敗しました。',
  getPhotocons: 'フォトコンテストの取得に失敗しました。',
  getTeams: 'チームの取得に失敗しました。',
  getConfigInfo: 'クレジット表記の設定の取得に失敗しました。',
  overall: '共通情報の取得に失敗しました。',
} as const satisfies Readonly<Record<SharedList | 'overall', string>>;

/** Lists of photos that could not be loaded (spec §8), by the call they are from. They open the error modal. */
export const listFailures = {
  getPublicList: '写真一覧の取得に失敗しました。',
  getFavoritePhotos: '写真コレクション一覧の取得に失敗しました。',
  getReactions: 'いいねした写真一覧の取得に失敗しました。',
  getCommentedPhotos: 'コメントした写真一覧の取得に失敗しました。',
  getFollowedPhotos: 'フォロー中の写真一覧の取得に失敗しました。',
  getPopularPhotos: '人気の写真一覧の取得に失敗しました。',
} as const;
