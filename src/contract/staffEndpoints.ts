/**
 * Every call of the staff's desk, apart from `endpoints.ts` so that no fan's script carries it. Each states the role it needs
 * (`mayAs`); `server/api/access/staff.ts` decides before any handler runs. To anybody else every call answers NOT_FOUND, as an unknown
 * address does (STF-01b). All answers are for the caller alone and are kept nowhere.
 *
 * Common to all calls, besides those of `endpoints.ts`: NOT_FOUND; of irreversible ones SIGN_IN_TOO_OLD.
 */
import * as v from 'valibot';
import { isEmailAddress } from './emailAddress.ts';
import { endpoint } from './endpoints.ts';
import { ContactTopic, Id, MediaUrl, text, UserId } from './entities.ts';
import { NAME_MAX } from './limits.ts';
import { APPEAL_OUTCOMES, CASE_DECISIONS, DECISIONS_TOGETHER, REPORT_KINDS, REPORT_REASONS } from './reports.ts';
import { doneAnswer, forRole, type StaffEndpoint } from './staffCall.ts';
import { staffContentEndpoints } from './staffContentEndpoints.ts';
import { staffFigureEndpoints } from './staffFigureEndpoints.ts';
import { staffHighlightsEndpoints } from './staffHighlightsEndpoints.ts';
import {
  DECIDED_TOGETHER_MAX,
  DECISION_REASON_MAX,
  INBOX,
  PEOPLE_SEARCH_MAX,
  SUSPENSION_DAYS_MAX,
} from './staffLimits.ts';
import { staffMoveEndpoints } from './staffMoveEndpoints.ts';
import { staffNewsEndpoints } from './staffNewsEndpoints.ts';
import { staffPhotoEndpoints } from './staffPhotoEndpoints.ts';
import { STAFF_ROLES } from './staffRoles.ts';
import { staffWallEndpoints } from './staffWallEndpoints.ts';

const Role = v.picklist(STAFF_ROLES);
const email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.check(isEmailAddress));
const reason = text(DECISION_REASON_MAX);
const CaseId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
/** A whole number in a query or a path. */
const whole = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/));

const CaseRow = v.object({
  case_id: v.number(),
  kind: v.picklist(REPORT_KINDS),
  subject: v.string(),
  /** The photo of a comment, of a photo the subject itself; null: about a fan. */
  media_url: v.nullable(v.string()),
  author_id: v.string(),
  author_name: v.string(),
  /** The photo's message, the fan's name or the comment when the first report came. */
  shown: v.string(),
  opened_at: v.string(),
  reports: v.number(),
  /** Reasons of the reports, each once. */
  reasons: v.array(v.picklist(REPORT_REASONS)),
  /** The photo or comment is hidden at present. */
  is_hidden: v.boolean(),
  /** The photo, fan or comment is gone. */
  is_gone: v.boolean(),
  decision: v.nullable(v.picklist(CASE_DECISIONS)),
  reason: v.nullable(v.string()),
  decided_at: v.nullable(v.string()),
  decided_by: v.nullable(v.string()),
  /** What the author says against the decision; null: nothing. */
  appeal: v.nullable(
    v.object({
      text: v.string(),
      sent_at: v.string(),
      outcome: v.nullable(v.picklist(APPEAL_OUTCOMES)),
      reason: v.nullable(v.string()),
      /** The caller decided the case, and somebody else is there to answer. */
      is_others: v.boolean(),
    }),
  ),
});
export type CaseRow = v.InferOutput<typeof CaseRow>;

const StaffPerson = v.object({
  user_id: v.string(),
  /** Empty: has left the service. */
  user_name: v.string(),
  photos: v.number(),
  is_suspended: v.boolean(),
  is_staff: v.boolean(),
});
export type StaffPerson = v.InferOutput<typeof StaffPerson>;

const InboxRow = v.object({
  contact_id: v.string(),
  topic: ContactTopic,
  /** As the writer gave it; may be empty. */
  name: v.string(),
  message: v.string(),
  sent_at: v.string(),
  /** When an answer is due. */
  due_at: v.string(),
  /** It waits for longer than that. */
  is_late: v.boolean(),
  /** null: a visitor, or a fan who has left. */
  user_id: v.nullable(v.string()),
  /** media_url of the photo a takedown request is about. */
  photo: v.nullable(v.string()),
  /** Of a takedown request: the mail address is the writer's. null: another message. */
  is_confirmed: v.nullable(v.boolean()),
  /** null: it waits. 'closed': without an answer. 'mailing': the answer waits for the mail server. */
  outcome: v.nullable(v.picklist(['closed', 'mailing', 'mailed'])),
  answer: v.nullable(v.string()),
  done_at: v.nullable(v.string()),
  done_by: v.nullable(v.string()),
});
export type InboxRow = v.InferOutput<typeof InboxRow>;

const LogRow = v.object({
  id: v.number(),
  at: v.string(),
  /** 'photo hide', as on the command line. */
  act: v.string(),
  what: v.string(),
  /** Name of the operator or of the staff member. */
  who: v.string(),
  /** null: the command line. */
  staff_id: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  outcome: v.string(),
  /** State before and after, as JSON; null: not recorded. */
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
});
export type LogRow = v.InferOutput<typeof LogRow>;

/** Filters of the log. All are ANDed. */
const logFilters = {
  /** Kind of act: 'photo hide', or its first word. */
  act: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z -]{0,39}$/))),
  /** User id of a staff member, or the name of an operator. */
  who: v.optional(v.pipe(text(100), v.nonEmpty())),
  /** First and last day, Tokyo. */
  since: v.optional(day),
  until: v.optional(day),
};

const Member = v.object({
  user_id: v.string(),
  user_name: v.string(),
  role: Role,
  /** The official user is an owner by itself and is not changed here. */
  is_official: v.boolean(),
  is_suspended: v.boolean(),
  added_at: v.nullable(v.string()),
});
export type StaffMember = v.InferOutput<typeof Member>;

export const staffEndpoints = {
  /** The caller's role, and what waits. `oldest_at` null: nothing does. Figures of cases are 0 for roles that do not see cases. */
  getStaffDesk: forRole(
    'viewer',
    endpoint({
      method: 'GET',
      path: '/staff/desk',
      auth: 'user',
      cache: 'none',
      answer: v.object({
        role: Role,
        cases: v.object({
          open: v.number(),
          hidden: v.number(),
          appeals: v.number(),
          oldest_at: v.nullable(v.string()),
        }),
        /** Messages that wait, and for longer than the deadline. */
        inbox: v.object({ open: v.number(), late: v.number() }),
      }),
    }),
  ),
  getStaffTeam: forRole(
    'owner',
    endpoint({
      method: 'GET',
      path: '/staff/team',
      auth: 'user',
      cache: 'none',
      answer: v.object({
        members: v.array(Member),
        invitations: v.array(v.object({ email: v.string(), role: Role, invited_at: v.string() })),
      }),
    }),
  ),
  /**
   * Invites whoever signs in with this confirmed address, or changes the role of the invitation. Idempotent. The answer never says
   * whether the address has an account. NOT_ALLOWED: STAFF_MAX reached.
   */
  putStaffInvitation: forRole(
    'owner',
    endpoint({
      method: 'PUT',
      path: '/staff/invitation',
      auth: 'user',
      body: v.object({ email, role: Role }),
      answer: doneAnswer,
      errors: ['NOT_ALLOWED'],
      limit: 'contacts',
    }),
  ),
  /** Takes an invitation back. Idempotent. */
  deleteStaffInvitation: forRole(
    'owner',
    endpoint({
      method: 'DELETE',
      path: '/staff/invitation',
      auth: 'user',
      body: v.object({ email }),
      answer: doneAnswer,
    }),
  ),
  /** Changes a role. LAST_OWNER: nobody would own the desk. NOT_ALLOWED: the official user. */
  putStaffRole: forRole(
    'owner',
    endpoint({
      method: 'PUT',
      path: '/staff/member',
      auth: 'user',
      body: v.object({ user_id: UserId, role: Role }),
      answer: doneAnswer,
      errors: ['LAST_OWNER', 'NOT_ALLOWED'],
    }),
  ),
  /** Ends a membership of the staff. Idempotent. LAST_OWNER, NOT_ALLOWED as above. */
  deleteStaffMember: forRole(
    'owner',
    endpoint({
      method: 'DELETE',
      path: '/staff/member',
      auth: 'user',
      body: v.object({ user_id: UserId }),
      answer: doneAnswer,
      errors: ['LAST_OWNER', 'NOT_ALLOWED'],
    }),
  ),
  getStaffSettings: forRole(
    'owner',
    endpoint({
      method: 'GET',
      path: '/staff/settings',
      auth: 'user',
      cache: 'none',
      answer: v.object({ hides_reported: v.boolean() }),
    }),
  ),
  /** `hides_reported`: independent reports hide a photo until a moderator decides. */
  putStaffSettings: forRole(
    'owner',
    endpoint({
      method: 'PUT',
      path: '/staff/settings',
      auth: 'user',
      body: v.object({ hides_reported: v.boolean() }),
      answer: doneAnswer,
    }),
  ),
  /** Acts of operators and staff, the latest first. `before`: id of the last row of the page before. */
  getStaffLog: forRole(
    'owner',
    endpoint({
      method: 'GET',
      path: '/staff/log',
      auth: 'user',
      cache: 'none',
      query: v.object({ ...logFilters, before: v.optional(whole) }),
      answer: v.object({ list: v.array(LogRow), next: v.nullable(v.number()) }),
    }),
  ),
  /** The same as CSV, at most LOG_LISTED.file rows. No cell is a formula. */
  getStaffLogFile: forRole(
    'owner',
    endpoint({
      method: 'GET',
      path: '/staff/log/file',
      auth: 'user',
      cache: 'none',
      query: v.object(logFilters),
      answer: v.object({ csv: v.string() }),
    }),
  ),
  /** Open cases and cases with an open appeal, the oldest first, or decided ones, the latest first; at most CASES_LISTED.cases. */
  getStaffCases: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/cases',
      auth: 'user',
      cache: 'none',
      query: v.object({ state: v.picklist(['open', 'appealed', 'decided']) }),
      answer: v.object({ list: v.array(CaseRow) }),
    }),
  ),
  /** A case with its reports, the author's history and earlier decisions about the subject. */
  getStaffCase: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/cases/{caseId}',
      auth: 'user',
      cache: 'none',
      params: v.object({ caseId: whole }),
      answer: v.object({
        case: CaseRow,
        reporters: v.array(
          v.object({
            user_id: v.string(),
            user_name: v.string(),
            reason: v.picklist(REPORT_REASONS),
            text: v.string(),
            reported_at: v.string(),
          }),
        ),
        author: v.object({ photos: v.number(), hidden: v.number(), cases: v.number(), is_suspended: v.boolean() }),
        history: v.array(
          v.object({ decision: v.picklist(CASE_DECISIONS), reason: v.nullable(v.string()), decided_at: v.string() }),
        ),
      }),
    }),
  ),
  /**
   * The thumbnail of a case's photo as base64 of a JPEG, also while it is hidden: then its address answers nobody (OPR-02g). null: it is
   * gone, or the case is about a fan.
   */
  getStaffCasePicture: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/cases/{caseId}/picture',
      auth: 'user',
      cache: 'none',
      params: v.object({ caseId: whole }),
      answer: v.object({ jpeg: v.nullable(v.string()) }),
    }),
  ),
  /**
   * Decides an open case. `days` counts for 'suspend' alone; null: for good. The same decision by the same person once more is no
   * error. ALREADY_DECIDED: somebody else was first. NOT_ALLOWED: about oneself, or a suspension of staff. INVALID_REQUEST: a
   * decision its kind does not know. NOT_FOUND: no such case, or its photo is gone.
   */
  putStaffDecision: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/case/decision',
      auth: 'user',
      body: v.object({
        case_id: CaseId,
        decision: v.picklist(['none', 'hide', 'warn', 'suspend']),
        reason,
        days: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SUSPENSION_DAYS_MAX))),
      }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED', 'NOT_ALLOWED'],
    }),
  ),
  /**
   * Decides several open cases alike, each for itself: the answer says what became of each. 'ok', or the code of its refusal as
   * `putStaffDecision` would answer it.
   */
  putStaffDecisions: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/cases/decision',
      auth: 'user',
      body: v.object({
        case_ids: v.pipe(v.array(CaseId), v.minLength(1), v.maxLength(DECIDED_TOGETHER_MAX)),
        decision: v.picklist(DECISIONS_TOGETHER),
        reason,
      }),
      answer: v.object({ list: v.array(v.object({ case_id: v.number(), outcome: v.string() })) }),
    }),
  ),
  /**
   * Answers an appeal. 'overturned' takes the decision back: what is hidden is shown, a suspension ends; a removed photo does not come
   * back. NOT_ALLOWED: the caller decided the case and somebody else could answer, or the case is about the caller. ALREADY_DECIDED:
   * somebody else was first.
   */
  putStaffAppealAnswer: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/case/appeal',
      auth: 'user',
      body: v.object({ case_id: CaseId, outcome: v.picklist(APPEAL_OUTCOMES), reason: v.pipe(reason, v.nonEmpty()) }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED', 'NOT_ALLOWED'],
    }),
  ),
  /** Decides an open case by removing its photo for good (OPR-02). Refusals as above. */
  deleteStaffCasePhoto: forRole(
    'moderator',
    endpoint({
      method: 'DELETE',
      path: '/staff/case/photo',
      auth: 'user',
      body: v.object({ case_id: CaseId, media_url: MediaUrl, reason }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED', 'NOT_ALLOWED'],
    }),
    true,
  ),
  /** Takes a decision of UNDOABLE back: the case is open again. NOT_ALLOWED: it cannot be undone, a new case is open, or an appeal was answered. */
  putStaffUndo: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/case/undo',
      auth: 'user',
      body: v.object({ case_id: CaseId }),
      answer: doneAnswer,
      errors: ['NOT_ALLOWED'],
    }),
  ),
  /** Members whose public name contains the text, or whose id it is; at most PEOPLE_LISTED.found. */
  getStaffPeople: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/people',
      auth: 'user',
      cache: 'none',
      query: v.object({ text: v.pipe(text(PEOPLE_SEARCH_MAX), v.nonEmpty()) }),
      answer: v.object({ list: v.array(StaffPerson) }),
    }),
  ),
  /**
   * The member with exactly this mail address. A write, since each search is logged, and no address stands in an URL. Accounts of an
   * identity provider that keeps addresses to itself are not found.
   */
  putStaffMailSearch: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/people/mail',
      auth: 'user',
      body: v.object({ email }),
      answer: v.object({ list: v.array(StaffPerson) }),
      limit: 'reports',
    }),
  ),
  /** What the tenant knows of a member; each list at most PEOPLE_LISTED. NOT_FOUND: no member. */
  getStaffPerson: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/people/{userId}',
      auth: 'user',
      cache: 'none',
      params: v.object({ userId: UserId }),
      answer: v.object({
        person: StaffPerson,
        joined_at: v.string(),
        suspension: v.nullable(v.object({ reason: v.string(), until: v.nullable(v.string()) })),
        photos: v.array(
          v.object({ media_url: v.string(), comment: v.string(), posted_at: v.string(), is_hidden: v.boolean() }),
        ),
        /** Cases about the member, the latest first. */
        cases: v.array(
          v.object({
            case_id: v.number(),
            kind: v.picklist(REPORT_KINDS),
            opened_at: v.string(),
            reports: v.number(),
            decision: v.nullable(v.picklist(CASE_DECISIONS)),
          }),
        ),
        /** Reports the member made. */
        reported: v.number(),
        /** Acts of operators and staff about the member: suspensions, warnings, sign-outs, names. */
        acts: v.array(v.object({ act: v.string(), at: v.string(), reason: v.nullable(v.string()) })),
        consents: v.array(v.object({ at: v.string(), usepermit: v.boolean(), place: v.string(), photos: v.number() })),
      }),
    }),
  ),
  /** The private name and the mail address of a member, with the reason for asking; each request is logged. null: not known here. */
  putStaffPrivateData: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/people/private',
      auth: 'user',
      body: v.object({ user_id: UserId, reason: v.pipe(reason, v.nonEmpty()) }),
      answer: v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) }),
      limit: 'reports',
    }),
  ),
  /** Ends all sign-ins of a member, in all tenants. NOT_ALLOWED: staff, or the identity provider keeps them to itself. */
  putStaffSignOut: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/people/sign-out',
      auth: 'user',
      body: v.object({ user_id: UserId, reason: v.pipe(reason, v.nonEmpty()) }),
      answer: v.object({ ended: v.number() }),
      errors: ['NOT_ALLOWED'],
    }),
  ),
  /** Takes the public name from a member, who is notified and bears a neutral one until they choose another. NOT_ALLOWED: staff. */
  putStaffRename: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/people/name',
      auth: 'user',
      body: v.object({ user_id: UserId, name: text(NAME_MAX), reason: v.pipe(reason, v.nonEmpty()) }),
      answer: v.object({ name: v.string() }),
      errors: ['NOT_ALLOWED', 'ALREADY_DECIDED'],
    }),
  ),
  /** Messages to the operator that wait, the oldest first, or are dealt with, the latest first; at most INBOX.listed. No mail address. */
  getStaffInbox: forRole(
    'moderator',
    endpoint({
      method: 'GET',
      path: '/staff/inbox',
      auth: 'user',
      cache: 'none',
      query: v.object({ state: v.picklist(['open', 'done']) }),
      answer: v.object({ list: v.array(InboxRow) }),
    }),
  ),
  /**
   * Answers a message by mail, and closes it. The same answer by the same person once more is no error. ALREADY_DECIDED: somebody else
   * was first.
   */
  putStaffAnswer: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/inbox/answer',
      auth: 'user',
      body: v.object({ contact_id: Id, text: v.pipe(text(INBOX.answerMax), v.nonEmpty()) }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED'],
    }),
  ),
  /** Closes a message without an answer, or opens it again. Idempotent. ALREADY_DECIDED: it was answered. */
  putStaffInboxState: forRole(
    'moderator',
    endpoint({
      method: 'PUT',
      path: '/staff/inbox/state',
      auth: 'user',
      body: v.object({ contact_id: Id, is_closed: v.boolean() }),
      answer: doneAnswer,
      errors: ['ALREADY_DECIDED'],
    }),
  ),
  ...staffPhotoEndpoints,
  ...staffContentEndpoints,
  ...staffFigureEndpoints,
  ...staffMoveEndpoints,
  ...staffNewsEndpoints,
  ...staffWallEndpoints,
  ...staffHighlightsEndpoints,
} as const satisfies Record<string, StaffEndpoint>;

export type StaffEndpointName = keyof typeof staffEndpoints;
export type StaffParams<N extends StaffEndpointName> = v.InferOutput<(typeof staffEndpoints)[N]['params']>;
export type StaffQuery<N extends StaffEndpointName> = v.InferOutput<(typeof staffEndpoints)[N]['query']>;
/** The query as the client writes it: strings. */
export type StaffQueryInput<N extends StaffEndpointName> = v.InferInput<(typeof staffEndpoints)[N]['query']>;
export type StaffBody<N extends StaffEndpointName> = v.InferOutput<(typeof staffEndpoints)[N]['body']>;
export type StaffAnswer<N extends StaffEndpointName> = v.InferOutput<(typeof staffEndpoints)[N]['answer']>;
