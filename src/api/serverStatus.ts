import * as v from 'valibot';
import { SERVER_STATUS } from '../contract/loadLimits.ts';
import { ServerStatus, type ServerTrouble, STATUS_PATH } from '../contract/serverStatus.ts';

/** Asks the server for its own trouble, the most important first. null: no answer of ours came in time. Never rejects. */
export async function askServerTroubles(fetch = globalThis.fetch): Promise<readonly ServerTrouble[] | null> {
  try {
    const signal = AbortSignal.timeout(SERVER_STATUS.answerMs);
    const answer = await fetch(STATUS_PATH, { credentials: 'omit', redirect: 'error', signal });
    return answer.ok ? v.parse(ServerStatus, await answer.json()).troubles : null;
  } catch {
    return null;
  }
}
