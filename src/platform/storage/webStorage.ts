/**
 * `Storage` that never throws: a browser may deny it (private window, blocked cookies), it may be full, and what stands in it may be of
 * another build. What in src does not is named in tests/architecture.test.ts. JSON: `storedJson.ts`.
 */
export interface WebStorage {
  /** null: nothing stands there. `denied`: the answer where storage is denied. */
  getItem(key: string, denied?: string | null): string | null;
  /** @returns whether it was written */
  setItem(key: string, text: string): boolean;
  removeItem(key: string): void;
  /** Removes every key. */
  clear(): void;
}

/** `open` is called each time: where storage is denied, even naming it throws. */
export function createWebStorage(open: () => Storage): WebStorage {
  const attempt = <T, F>(run: (storage: Storage) => T, denied: F): T | F => {
    try {
      return run(open());
    } catch {
      return denied;
    }
  };
  return {
    getItem: (key, denied = null) => attempt((storage) => storage.getItem(key), denied),
    setItem: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
    clear: () => attempt((storage) => storage.clear(), undefined),
  };
}

/** Kept by this browser until it is removed. */
export const deviceStorage = createWebStorage(() => localStorage);
/** Kept by this tab, also over a reload. */
export const tabStorage = createWebStorage(() => sessionStorage);
