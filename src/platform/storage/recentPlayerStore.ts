/** The players a fan named in the last posts, by tenant, in web storage: they are read while the post form is drawn (FAN-03c). */
import { RECENT_PLAYERS_MAX } from '../../contract/limits.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { readJson, writeJson } from './storedJson.ts';
import { deviceStorage, type WebStorage } from './webStorage.ts';

const KEY = 'recent_players';

interface KeptRecent {
  readonly owner: string;
  /** The last one first. */
  readonly names: readonly string[];
}

function isKeptRecent(kept: unknown): kept is KeptRecent {
  const { owner, names } = (kept ?? {}) as Partial<KeptRecent>;
  return typeof owner === 'string' && Array.isArray(names) && names.every((name) => typeof name === 'string');
}

function readAll(storage: WebStorage): Record<string, unknown> {
  const all = readJson(storage, KEY);
  return typeof all === 'object' && all !== null ? { ...all } : {};
}

/** Names this fan chose last in this tenant, the last one first; none of somebody else's. */
export function recentPlayers(tenantId: string, userId: string, storage = deviceStorage): readonly string[] {
  const kept = readAll(storage)[tenantId];
  return isKeptRecent(kept) && kept.owner === userId ? kept.names : [];
}

/** Puts the names of a post before those of earlier ones; the oldest go. */
export function rememberPlayers(
  tenantId: string,
  userId: string,
  names: readonly string[],
  storage = deviceStorage,
): void {
  if (names.length === 0) return;
  const earlier = recentPlayers(tenantId, userId, storage).filter(
    (one) => !names.some((name) => isSameName(one, name)),
  );
  const kept: KeptRecent = { owner: userId, names: [...new Set(names), ...earlier].slice(0, RECENT_PLAYERS_MAX) };
  writeJson(storage, KEY, { ...readAll(storage), [tenantId]: kept });
}

/** At a logout: they tell of the fan who was here. */
export function forgetRecentPlayers(storage = deviceStorage): void {
  storage.removeItem(KEY);
}
