import { formatWireDateTime } from '../../../src/rules/dates.ts';
import { ApiFailure, done, type Handlers } from '../handlers.ts';

/** The caller's own sign-ins. They are the account's, not a tenant's: no membership is asked for. */
export const sessionHandlers = {
  async getSessions({ sessions, userId, request }) {
    const rows = (await sessions?.list(userId)) ?? [];
    return {
      list: rows.map((row) => ({
        session_id: row.id,
        signed_in_at: formatWireDateTime(row.signed_in_at.getTime()),
        user_agent: row.user_agent,
        is_current: row.id === request?.sessionId,
      })),
    };
  },
  async deleteSession({ sessions, userId }, { body }) {
    if (!(await sessions?.close(body.session_id, userId))) throw new ApiFailure('NOT_FOUND');
    return done;
  },
} satisfies Partial<Handlers>;
