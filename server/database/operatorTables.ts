/** Tables of what operators and staff do, and of what is written to them. */
import type { Generated } from 'kysely';
import type { ContactTopic } from '../../src/contract/entities.ts';
import type { AppealOutcome, CaseDecision, ReportKind, ReportReason } from '../../src/contract/reports.ts';
import type { StaffRole } from '../../src/contract/staffRoles.ts';
import type { Happened, Instant, InstantNow, Json } from './columnTypes.ts';

/** An act of an operator. The database refuses to change or remove a row. */
export interface OperatorLogTable {
  id: Generated<number>;
  at: Instant;
  tenant: string;
  /** As on the command line: 'photo hide'. */
  act: string;
  /** Id of what it was done to; empty: the tenant. */
  what: string;
  reason: string | null;
  /** Who ran the command. */
  operator: string;
  outcome: string;
  details: Json<object> | null;
  /** The staff member who did it at the desk; null: the command line. */
  staff_id: Generated<string | null>;
  /** The subject's state before and after; null: not recorded. */
  before: Json<object> | null;
  after: Json<object> | null;
}

/** What happened on a day in Japan (STF-17). Triggers and reads keep it by `figure_change` (`migrations/figures.ts`). */
export interface FigureTable {
  tenant: string;
  /** Written and read as 'YYYY-MM-DD' in SQL. */
  day: string;
  /** 'wait0' and following: photos by the time until they were public (FIGURE_WAITS). 'fans', 'season': who posted there, once each. */
  kind: string;
  /** Event; of 'season' a season; '' for what belongs to none. */
  about: string;
  n: number;
}
/** What is still to be added to a figure. */
export interface FigureChangeTable extends FigureTable {
  id: Generated<number>;
}
/** Photos of a fan in a day, event or season. Triggers keep it, by `figure_poster_change`. */
export interface FigurePosterTable {
  tenant: string;
  user_id: string;
  /** 'day:2026-06-10', 'event:ID' or 'season:ID'. */
  scope: string;
  /** The day the fan is counted on. */
  day: string;
  n: number;
}
/** What is still to be added there. */
export interface FigurePosterChangeTable extends FigurePosterTable {
  id: Generated<number>;
}
/** Likes that photos of a fan received in an event, a season or a month. Triggers keep it, by `fan_rank_change`. */
export interface FanRankTable {
  tenant: string;
  /** 'event:ID', 'season:ID' or 'month:2026-11' (Japan). */
  scope: string;
  user_id: string;
  likes: number;
}
/** What is still to be added there. */
export interface FanRankChangeTable extends Omit<FanRankTable, 'likes'> {
  id: Generated<number>;
  n: number;
}
/** One row: how far photos older than the ranking are counted. */
export interface FanRankStartTable {
  one: Generated<boolean>;
  counted: number;
  upto: number;
}
/** One row: since when everything is counted, and how far older photos are. */
export interface FigureStartTable {
  one: Generated<boolean>;
  since: string;
  /** Older photos up to this id are counted. */
  counted: number;
  /** The last photo that is older than the figures. */
  upto: number;
}

/** Who may read, but not post, in a tenant. */
export interface SuspensionTable {
  tenant: string;
  user_id: string;
  /** The fan is told it. */
  reason: string;
  /** When it is over by itself; null: when an operator says so. */
  until: Happened;
  at: Instant;
}

/** A message to the operator. */
export interface ContactTable {
  tenant: string;
  contact_id: string;
  /** Null: a visitor, or a fan who has left. */
  user_id: string | null;
  name: string;
  email: string;
  topic: ContactTopic;
  message: string;
  user_agent: string;
  created_at: InstantNow;
  mailed_at: Happened;
  /** Not to be mailed by another copy before. Null: none has tried yet. */
  mail_due_at: Happened;
  /** An operator or the staff has dealt with it. */
  closed_at: Happened;
  /** What staff answered; null: nothing. */
  answer: Generated<string | null>;
  answered_at: Happened;
  answered_by: Generated<string | null>;
  answer_mailed_at: Happened;
  /** As `mail_due_at`, of the answer. */
  answer_due_at: Happened;
  /** media_url of the photo a takedown request is about; null: another message. */
  photo_key: Generated<string | null>;
  /** Hash of the code that confirms the mail address; null: none was sent. */
  confirm_hash: Generated<string | null>;
  confirm_tries: Generated<number>;
  confirmed_at: Happened;
}

/** A staff member of a tenant. The official user is an owner without a row. */
export interface StaffTable {
  tenant: string;
  user_id: string;
  role: StaffRole;
  added_at: Instant;
  added_by: string;
}

/** A role for whoever signs in with this confirmed address. */
export interface StaffInvitationTable {
  tenant: string;
  /** In lower case. */
  email: string;
  role: StaffRole;
  invited_at: Instant;
  invited_by: string;
}

/** What a tenant's owners chose for the desk. No row: the defaults. */
export interface StaffSettingTable {
  tenant: string;
  /** REPORTS_TO_HIDE independent reports hide a photo until a moderator decides. */
  hides_reported: boolean;
}

/** Reports about one subject until a decision, and the decision. */
export interface ReportCaseTable {
  case_id: Generated<number>;
  tenant: string;
  kind: ReportKind;
  /** media_url of a photo, user id of a fan, id of a comment. */
  subject: string;
  /** The photo of a comment; null for other kinds. */
  media_url: Generated<string | null>;
  author_id: string;
  /** The photo's message, the fan's name or the comment at the first report. */
  shown: string;
  opened_at: Instant;
  last_at: Instant;
  reports: number;
  /** Reports of different fans from different networks. */
  independent: number;
  /** When the reports hid the photo. */
  hidden_at: Happened;
  decision: CaseDecision | null;
  reason: string | null;
  decided_at: Happened;
  decided_by: string | null;
}

/** What an author says against a decision: once a case (STF-06). */
export interface CaseAppealTable {
  case_id: number;
  tenant: string;
  /** The author. */
  user_id: string;
  text: string;
  sent_at: Instant;
  /** null: nobody has answered yet. */
  outcome: AppealOutcome | null;
  reason: string | null;
  answered_at: Happened;
  answered_by: string | null;
}

/** A fan's report of a photo, a fan or a comment. */
export interface SubjectReportTable {
  tenant: string;
  kind: ReportKind;
  subject: string;
  user_id: string;
  case_id: number;
  reason: ReportReason;
  text: string;
  created_at: Instant;
}

/** A name a moderator took from a fan, folded as search folds. */
export interface RefusedNameTable {
  user_id: string;
  name_key: string;
  at: Instant;
}

/** A photo that a staff member downloaded for the club's use (STF-16). */
export interface PhotoDownloadTable {
  /** The staff member. */
  user_id: string;
  tenant: string;
  media_url: string;
  /** Its name in the ZIP. */
  file: string;
  /** When it was last downloaded. */
  at: Instant;
  /** When the staff member stopped using it after its permission had ended. */
  done_at: Happened;
}

export interface OperatorTables {
  figure: FigureTable;
  figure_change: FigureChangeTable;
  fan_rank: FanRankTable;
  fan_rank_change: FanRankChangeTable;
  fan_rank_start: FanRankStartTable;
  figure_poster: FigurePosterTable;
  figure_poster_change: FigurePosterChangeTable;
  figure_start: FigureStartTable;
  photo_download: PhotoDownloadTable;
  refused_name: RefusedNameTable;
  staff: StaffTable;
  staff_invitation: StaffInvitationTable;
  staff_setting: StaffSettingTable;
  report_case: ReportCaseTable;
  case_appeal: CaseAppealTable;
  subject_report: SubjectReportTable;
  contact: ContactTable;
  operator_log: OperatorLogTable;
  suspension: SuspensionTable;
}
