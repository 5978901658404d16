import type { WebStorage } from './webStorage.ts';

/** A JSON value of web storage. null: nothing stands there, it is no JSON, or storage is denied. Its shape is to be checked. */
export function readJson(storage: WebStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns whether it was written */
export const writeJson = (storage: WebStorage, key: string, value: unknown): boolean =>
  storage.setItem(key, JSON.stringify(value));
