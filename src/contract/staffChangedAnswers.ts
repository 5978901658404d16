import type { StaffEndpointName, staffEndpoints } from './staffEndpoints.ts';

/** Calls of the desk that write. */
export type StaffWriteName = {
  [N in StaffEndpointName]: (typeof staffEndpoints)[N]['method'] extends 'GET' ? never : N;
}[StaffEndpointName];
export type StaffReadName = Exclude<StaffEndpointName, StaffWriteName>;

const CASES = ['getStaffCases'] as const;
const TEAM = ['getStaffTeam'] as const;
const RECORDS = ['getStaffRecords'] as const;
const NEWS_LISTS = ['getStaffNews'] as const;
const WALL = ['getStaffWall'] as const;
const HIGHLIGHTS = ['getStaffHighlights'] as const;

/**
 * Which answers a write at the desk makes outdated, as far as the fields that wrote show them (STF-21d). These fields are busy until the
 * answers have come. A new write cannot be forgotten here: the type asks for it.
 */
export const staffChangedAnswers: Readonly<Record<StaffWriteName, readonly StaffReadName[]>> = {
  putStaffDecision: CASES,
  putStaffDecisions: CASES,
  putStaffUndo: CASES,
  putStaffAppealAnswer: CASES,
  deleteStaffCasePhoto: CASES,
  putStaffInvitation: TEAM,
  deleteStaffInvitation: TEAM,
  putStaffRole: TEAM,
  deleteStaffMember: TEAM,
  putStaffSettings: ['getStaffSettings'],
  putStaffMailSearch: [],
  putStaffPrivateData: [],
  putStaffSignOut: [],
  putStaffRename: ['getStaffPerson'],
  putStaffAnswer: ['getStaffInbox'],
  putStaffInboxState: ['getStaffInbox'],
  // The light table changes its photos where they are.
  putStaffStars: [],
  putStaffBestShot: [],
  putStaffFaces: [],
  putStaffDownload: [],
  putStaffEndedPermissions: ['getStaffEndedPermissions'],
  putStaffRecord: RECORDS,
  deleteStaffRecord: RECORDS,
  putStaffRecordsFile: RECORDS,
  putStaffEventEnd: RECORDS,
  putStaffEventDate: RECORDS,
  putStaffEventMove: ['getStaffEventMoves'],
  putStaffPersonMerge: RECORDS,
  putStaffWord: ['getStaffWords'],
  putStaffHeldWord: ['getStaffHeldWords'],
  putStaffSampleTags: ['getStaffSampleTags'],
  putStaffNews: NEWS_LISTS,
  putStaffNewsTime: NEWS_LISTS,
  putStaffNewsWithdrawal: NEWS_LISTS,
  deleteStaffNews: NEWS_LISTS,
  putStaffWallChoices: WALL,
  putStaffWallButton: WALL,
  putStaffWallPhoto: WALL,
  putStaffWallKey: WALL,
  deleteStaffWallKey: WALL,
  putStaffHighlights: HIGHLIGHTS,
  putStaffHighlightsState: HIGHLIGHTS,
};
