import { AppError } from '../../contract/errors.ts';
import type { WebStorage } from '../storage/webStorage.ts';
import type { TokenStore, Tokens } from './identityTokens.ts';

/** Says of a tab, over reloads, that its fan was signed in without a database. */
const IN_MEMORY = 'session_in_memory';
/** Not STORAGE_STUCK: that database comes back with the page loaded anew, and the login says so (ACC-02g). */
const STORAGE_FAILURES: ReadonlySet<string> = new Set(['STORAGE_UNAVAILABLE', 'QUOTA_EXCEEDED']);
const isStorageFailure = (error: unknown): boolean => error instanceof AppError && STORAGE_FAILURES.has(error.code);

/**
 * A page's tokens where the device keeps nothing, as in iOS's Lockdown Mode: in memory until the page goes (ACC-03d). A sign-in that
 * could be kept is never taken for over because the database fails for a while.
 */
export function createPageTokenStore(kept: TokenStore, tab: WebStorage): TokenStore {
  let memory: Tokens | null = null;
  return {
    async load() {
      if (memory !== null) return memory;
      try {
        return await kept.load();
      } catch (error) {
        // What an earlier page of the tab had in memory went with it.
        if (isStorageFailure(error) && tab.getItem(IN_MEMORY) !== null) return null;
        throw error;
      }
    },
    async save(tokens) {
      try {
        await kept.save(tokens);
        memory = null;
        tab.removeItem(IN_MEMORY);
      } catch (error) {
        if (!isStorageFailure(error)) throw error;
        memory = tokens;
        tab.setItem(IN_MEMORY, '1');
      }
    },
    async clear() {
      const wasInMemory = memory !== null;
      memory = null;
      await kept.clear().catch((error: unknown) => {
        if (!wasInMemory || !isStorageFailure(error)) throw error;
      });
    },
  };
}
