/** Remembers on this device who wants to be told on it, and in which tenants. Without it no code of pushes is loaded (`keepPush`). */
const KEY = 'push';

interface Mark {
  readonly userId: string;
  readonly tenants: readonly string[];
}

function load(): Mark | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Mark | null;
    return kept !== null && Array.isArray(kept.tenants) ? kept : null;
  } catch {
    return null; // storage may be denied: then nobody is told here
  }
}

function save(mark: Mark | null): void {
  try {
    if (mark === null || mark.tenants.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(mark));
  } catch {
    // As in `load`.
  }
}

/** Whose device this is, if anybody's. */
export const pushOwner = (): string | null => load()?.userId ?? null;

export function hasPush(tenantId: string, userId: string): boolean {
  const mark = load();
  return mark?.userId === userId && mark.tenants.includes(tenantId);
}

export function rememberPush(tenantId: string, userId: string): void {
  const mark = load();
  const tenants = mark?.userId === userId ? mark.tenants.filter((one) => one !== tenantId) : [];
  save({ userId, tenants: [...tenants, tenantId] });
}

/** In one tenant, or in all. */
export function forgetPush(tenantId?: string): void {
  const mark = load();
  if (mark === null || tenantId === undefined) save(null);
  else save({ ...mark, tenants: mark.tenants.filter((one) => one !== tenantId) });
}
