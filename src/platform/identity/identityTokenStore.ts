import type { ClientDatabase } from '../storage/clientDatabase.ts';
import type { TokenStore, Tokens } from './identityTokens.ts';

const KEY = 'tokens';

/** Tokens in IndexedDB, shared by all tabs and the service worker (T04). */
export function createTokenStore(database: ClientDatabase): TokenStore {
  return {
    load: () => database.run(async (db) => ((await db.get('session', KEY)) as Tokens | undefined) ?? null),
    save: (tokens) => database.run(async (db) => void (await db.put('session', tokens, KEY))),
    clear: () => database.run((db) => db.delete('session', KEY)),
  };
}
