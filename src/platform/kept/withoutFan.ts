const names = (value: unknown, userId: string): boolean => (JSON.stringify(value) ?? '').includes(userId);
const isEvent = (value: unknown): boolean => typeof value === 'object' && value !== null && 'event_id' in value;

/** An answer without this fan: rows about them are left out, of events only the fields that name them (SAF-15). */
export function withoutFan(value: unknown, userId: string): unknown {
  if (!names(value, userId)) return value;
  if (Array.isArray(value))
    return (
      value
        .filter((one) => typeof one === 'string' || isEvent(one) || !names(one, userId))
        // Ids stand beside names in the same order.
        .map((one) => (typeof one === 'string' && one.includes(userId) ? '' : withoutFan(one, userId)))
    );
  if (typeof value !== 'object' || value === null) return null;
  const left = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutFan(field, userId)]));
  return 'user_name' in left && names((value as { user_id?: unknown }).user_id, userId)
    ? { ...left, user_name: null }
    : left;
}
