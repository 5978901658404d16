/** The fan's rules for sending, kept where page and worker read them (T04), and what the browser tells about the line. */
import { DEFAULT_RULES } from '../../outbox/defaultRules.ts';
import {
  blockedReasonOf,
  type LineFacts,
  liftRules,
  type SendBlockedReason,
  type SendRules,
  type StoredRules,
  storableRules,
} from '../../outbox/sendRules.ts';
import type { Stage } from '../../outbox/stages.ts';
import { type ClientDatabase, transact } from './clientDatabase.ts';

const KEY = 'send-rules';

export interface SendRulesStore {
  load(): Promise<SendRules>;
  save(change: Partial<SendRules>): Promise<SendRules>;
  /** For `OutboxPorts`. Storage that cannot be read holds nothing up. */
  sendBlockedReason(stage: Stage): Promise<SendBlockedReason | null>;
}

/** Chromium's network information: in pages and workers, not in TypeScript's library. */
interface Connection extends EventTarget, LineFacts {}
const connection = (): Connection | undefined =>
  (globalThis.navigator as (Navigator & { readonly connection?: Connection }) | undefined)?.connection;

/** What is known of the line now. */
export const readLine = (): LineFacts => {
  const known = connection();
  return { type: known?.type, saveData: known?.saveData };
};

/** Tells of a change of the line, such as from mobile to Wi-Fi. Returns the way to stop. */
export function watchLine(onChange: () => void): () => void {
  const known = connection();
  known?.addEventListener?.('change', onChange);
  return () => known?.removeEventListener?.('change', onChange);
}

export function createSendRulesStore(database: ClientDatabase, line: () => LineFacts = readLine): SendRulesStore {
  const load = (): Promise<SendRules> =>
    database.run(async (db) => liftRules((await db.get('settings', KEY)) as StoredRules | undefined));
  return {
    load,
    save: (change) =>
      database.run((db) =>
        transact(db, ['settings'], async (tx) => {
          const settings = tx.objectStore('settings');
          const rules = { ...liftRules((await settings.get(KEY)) as StoredRules | undefined), ...change };
          await settings.put(storableRules(rules), KEY);
          return rules;
        }),
      ),
    sendBlockedReason: async (stage) => blockedReasonOf(await load().catch(() => DEFAULT_RULES), line(), stage),
  };
}
